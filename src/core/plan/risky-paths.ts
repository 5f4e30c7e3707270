/** Paths whose change makes a task a critical one, whatever its plan says: what guards, what is kept, what ships. */
const RAISING: readonly RegExp[] = [
  /(^|[/._-])(auth|authn|authz|oauth|login|session|permission|acl|security|crypto|secret|token|password)s?([/._-]|$)/i,
  /(^|\/)migrations?\//i,
  /(^|\/)(schema\.(sql|prisma|graphql)|db\/schema)/i,
  /(^|\/)(\.github|\.gitlab|\.circleci)\/|(^|\/)\.gitlab-ci\.yml$|(^|\/)(Jenkinsfile|Dockerfile)$/i,
  /(^|\/)(deploy|infra|infrastructure|terraform|k8s|helm|charts)\//i,
  /\.(tf|tfvars)$/i,
  /(^|[/._-])(payment|billing)s?([/._-]|$)/i,
]

/** Whether a change touched what raises the tier. */
export const raisesTier = (paths: readonly string[]): boolean =>
  paths.some(path => RAISING.some(pattern => pattern.test(path)))
