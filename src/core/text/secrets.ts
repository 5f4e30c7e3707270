/** A key that is recognised by its form. */
export interface SecretShape {
  readonly what: string
  readonly shape: RegExp
  /** Whether such a key in a test is often made for the test. */
  readonly mayBeMade: boolean
}

/** Keys that are recognised by their form alone. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  { what: 'an AWS access key', shape: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/, mayBeMade: false },
  { what: 'a GitHub token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/, mayBeMade: false },
  { what: 'a GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20,}/, mayBeMade: false },
  { what: 'a Slack token', shape: /\bxox[abeprs]-[A-Za-z0-9-]{20,}/, mayBeMade: false },
  {
    what: 'a Slack webhook',
    shape: /hooks\.slack\.com\/services\/T[A-Z0-9]+\/B[A-Z0-9]+\/[A-Za-z0-9]{20,}/,
    mayBeMade: false,
  },
  { what: 'a Stripe key', shape: /\b(?:sk|rk)_live_[A-Za-z0-9]{20,}/, mayBeMade: false },
  { what: 'a Google key', shape: /\bAIza[0-9A-Za-z_-]{35}\b/, mayBeMade: false },
  { what: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{36}\b/, mayBeMade: false },
  { what: 'a PyPI token', shape: /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,}/, mayBeMade: false },
  { what: 'a key of a model vendor', shape: /\bsk-(?:ant-|proj-)[A-Za-z0-9_-]{32,}/, mayBeMade: false },
  { what: 'a private key', shape: /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/, mayBeMade: true },
  {
    what: 'a JSON web token',
    shape: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/,
    mayBeMade: true,
  },
]

/** A name that means a secret, with a quoted value. */
export const NAMED_SECRET =
  /(?:api[_-]?key|secret(?:[_-]?key)?|access[_-]?(?:key|token)|auth[_-]?token|client[_-]?secret|private[_-]?key|passw(?:or)?d|bearer)["']?\s*(?::|=>?|:=)\s*["'`]([^"'`\s]{16,})["'`]/i
const ENTROPY_MIN = 3.5

/** Words and paths are long too; a key has letters and digits without a pattern. */
export function looksRandom(value: string): boolean {
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || /^[a-z]+([/_.-][a-z0-9]+)+$|:\/\//.test(value)) return false
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let entropy = 0
  for (const count of counts.values()) entropy -= (count / value.length) * Math.log2(count / value.length)
  return entropy >= ENTROPY_MIN
}

/** As printed: also without quotes, as in an environment, a header or a URL. */
const PRINTED =
  /((?:api[_-]?key|secret|token|passw(?:or)?d|credential|authorization: *\w+)\w*["']?\s*[:= ]\s*["'`]?)([^\s"'`]{12,})/gi
const KEY_BLOCK = /(-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g
const IN_ADDRESS = /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+@/gi
const EVERY_SHAPE = SECRET_SHAPES.map(({ shape }) => new RegExp(shape.source, `${shape.flags}g`))

/** Shortens every secret in the text to its first characters: agents' output may contain any. */
export function maskSecrets(text: string): string {
  const named = text
    .replace(KEY_BLOCK, '$1…')
    .replace(IN_ADDRESS, '$1…@')
    .replace(PRINTED, (whole, before: string, value: string) => (looksRandom(value) ? before + masked(value) : whole))
  return EVERY_SHAPE.reduce((masking, shape) => masking.replace(shape, masked), named)
}

const masked = (value: string): string => (value.startsWith('-----') ? value : `${value.slice(0, 4)}…`)
