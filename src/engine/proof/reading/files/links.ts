import type { DiffCheck } from '../check.ts'
import { aboutFile, type DiffFile } from '../diff.ts'
import type { DiffFinding } from '../finding.ts'

const CREDENTIALS =
  /(^|\/)\.(ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|config\/gh|config\/gcloud)(\/|$)|(^|\/)(id_(rsa|ed25519|ecdsa)|credentials)$|^\/(etc\/(passwd|shadow)|proc|root)(\/|$)/

/** Links that leave the tree: on another machine they point to something else, or to something private. */
export const links: DiffCheck = {
  name: 'links',
  look: diff => diff.files.filter(file => file.is?.is === 'link').flatMap(file => judge(file, file.is!.text ?? '')),
}

function judge(file: DiffFile, target: string): readonly DiffFinding[] {
  const absolute = /^([/\\~]|[a-z]:[/\\])/i.test(target)
  if (!absolute && !leaves(file.path, target)) return []
  const severity = CREDENTIALS.test(target) ? 'halt' : 'blocking'
  const where = absolute ? 'an absolute path' : 'a place outside of the repository'
  return [aboutFile('links', severity, file.path, `a link to ${where}: ${target}`)]
}

function leaves(path: string, target: string): boolean {
  let depth = path.split('/').length - 1
  for (const part of target.split('/')) {
    if (part === '..') depth--
    else if (part !== '' && part !== '.') depth++
    if (depth < 0) return true
  }
  return false
}
