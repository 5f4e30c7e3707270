/** Why a change of a path is never a small thing. */
export type Sensitivity = 'access' | 'secrets' | 'stored data' | 'payments' | 'infrastructure' | 'CI'

/** The one list of sensitive paths, by reason. Names count as whole words of a path: `auth.ts`, not `author.ts`. */
const SENSITIVE: readonly (readonly [Sensitivity, RegExp])[] = [
  ['access', word('auth|authn|authz|oauth|login|session|permission|acl|security')],
  ['secrets', word('secret|token|password|crypto')],
  ['secrets', /(^|\/)\.env(?!\.(example|sample|template)$)(\.[\w.-]+)?$/i],
  ['stored data', /(^|\/)(migrations?|db\/migrate|alembic)\//i],
  ['stored data', /(^|\/)(schema\/|db\/schema|schema\.(sql|prisma|graphql|rb)$)|\.sql$/i],
  ['payments', word('payment|billing')],
  [
    'infrastructure',
    /(^|\/)(deploy(ment)?s?|infra|infrastructure|terraform|k8s|kubernetes|helm|charts)\/|\.(tf|tfvars)$/i,
  ],
  ['infrastructure', /(^|\/)(Dockerfile|docker-compose[^/]*\.ya?ml|fly\.toml|serverless\.ya?ml)$/i],
  ['CI', /(^|\/)(\.github|\.gitlab|\.circleci)\/|(^|\/)(\.gitlab-ci\.yml|Jenkinsfile)$/i],
]

function word(names: string): RegExp {
  return new RegExp(`(^|[/._-])(${names})s?([/._-]|$)`, 'i')
}

/** Every reason why this path is sensitive. */
export const sensitivitiesOf = (path: string): readonly Sensitivity[] =>
  SENSITIVE.flatMap(([reason, pattern]) => (pattern.test(path) ? [reason] : []))

/** Whether a change of these paths makes a task a critical one, whatever its plan says. */
export const raisesTier = (paths: readonly string[]): boolean => paths.some(path => sensitivitiesOf(path).length > 0)
