import { matchesGlob } from '../text/glob.ts'

/** The area of a path where a mistake costs more than a repair. */
export type RiskArea = 'access' | 'secrets' | 'schema' | 'migration' | 'money' | 'infra' | 'ci' | 'manifest' | 'own'

/** Why a path is sensitive. */
export interface PathRisk {
  readonly area: RiskArea
  /** The user's own reason; absent if the area explains it. */
  readonly reason?: string
  /** Whether proven work on it is held on its own branch. */
  readonly hold: boolean
  /** Its name has another usual meaning as well (tokens of a lexer): only its contents tell. */
  readonly ambiguous?: true
}

/** A line of the user's own list: sensitive paths, or exceptions from the built-in list. */
export interface SensitiveSetting {
  readonly glob: string
  /** Null: not sensitive. */
  readonly reason: string | null
  readonly hold: boolean
}

/** One kind of path; a null area excludes paths that a later pattern would match. The first match counts. */
interface Pattern {
  readonly names: RegExp
  readonly area: RiskArea | null
  readonly ambiguous?: true
}

/** Paths are matched with separated words: `authService.ts` as `auth-service.ts`. */
const PATTERNS: readonly Pattern[] = [
  // Documents, examples and tests only describe these things.
  { names: /\.(mdx?|rst|adoc)$/i, area: null },
  { names: /\.(example|sample|template)$|(^|\/)\.env\.(example|sample|template)(\.|$)/i, area: null },
  { names: /(^|\/)(tests?|__tests__|specs?|fixtures?|__fixtures__|testdata)\//i, area: null },
  { names: /[._-](test|spec)\.\w+$|(^|\/)test_[^/]+\.\w+$/i, area: null },
  { names: /(^|\/)(migrations?|db\/migrate|alembic)\//i, area: 'migration' },
  { names: /(^|\/)schema\.(sql|prisma|graphql|rb)$|(^|\/)db\/schema|\.sql$/i, area: 'schema' },
  { names: /(^|\/)\.env(\.[\w-]+)*$|\.(pem|key|p12|pfx|jks|keystore)$|(^|\/)id_(rsa|ed25519)$/i, area: 'secrets' },
  { names: /(^|[/._-])(secret|credential)s?([/._-]|$)/i, area: 'secrets' },
  {
    names: /(^|[/._-])(auth|authn|authz|oauth|login|permission|acl|security|crypto|password)s?([/._-]|$)/i,
    area: 'access',
  },
  { names: /(^|[/._-])(payment|billing|invoice|pricing|finops|cost)s?([/._-]|$)/i, area: 'money' },
  { names: /(^|\/)(deploy|infra|infrastructure|terraform|k8s|kubernetes|helm|ansible)\/|^charts\//i, area: 'infra' },
  { names: /(^|\/)(Dockerfile(\.[\w-]+)?|Containerfile|(docker-)?compose(\.[\w-]+)?\.ya?ml)$/i, area: 'infra' },
  { names: /\.(tf|tfvars)$|(^|\/)(fly\.toml|serverless\.ya?ml|Procfile)$/i, area: 'infra' },
  { names: /^\.github\/(workflows|actions)\/|^\.(circleci|gitlab)\/|^(\.gitlab-ci\.yml|Jenkinsfile)$/i, area: 'ci' },
  {
    names:
      /(^|\/)(package\.json|pyproject\.toml|setup\.py|requirements[\w-]*\.txt|Pipfile|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(\.kts)?|Gemfile|composer\.json)$/,
    area: 'manifest',
  },
  // The tokens of a lexer and the sessions of an editor open no door.
  { names: /(^|[/._-])(session|token)s?([/._-]|$)/i, area: 'access', ambiguous: true },
]

const HELD: ReadonlySet<RiskArea> = new Set(['migration', 'infra'])

/** Why this path is sensitive, or null: by the user's own list first, then by the built-in one. */
export function riskOfPath(path: string, own: readonly SensitiveSetting[] = []): PathRisk | null {
  const setting = own.find(({ glob }) => matchesGlob(path, glob))
  if (setting) return setting.reason === null ? null : { area: 'own', reason: setting.reason, hold: setting.hold }
  const apart = path.replace(/([a-z0-9])([A-Z])/g, '$1-$2')
  const found = PATTERNS.find(({ names }) => names.test(path) || (apart !== path && names.test(apart)))
  if (!found?.area) return null
  const { area, ambiguous } = found
  return { area, hold: HELD.has(area), ...(ambiguous ? { ambiguous } : {}) }
}

/**
 * Whether a text speaks of access beyond the ambiguous word that its path has: an identifier of it is called like a sensitive path, or
 * like another ambiguous word.
 */
export function speaksOfAccess(text: string, path: string): boolean {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase()
  const own = new Set(path.toLowerCase().match(/session|token/g) ?? [])
  const words = new Set(apart.match(/[a-z][a-z0-9]*/g) ?? [])
  return [...words].some(word => {
    const risk = riskOfPath(`${word}/`)
    if (risk?.area !== 'access' && risk?.area !== 'secrets') return false
    return !risk.ambiguous || !own.has(word.replace(/s$/, ''))
  })
}

/** Stored data and machines: their changes need a rollback. */
export const needsWayBack = (area: RiskArea): boolean => area === 'migration' || area === 'schema' || area === 'infra'
