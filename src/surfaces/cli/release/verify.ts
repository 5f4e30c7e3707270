import { existsSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { importCommit } from '../../../adapters/git/repository/import.ts'
import { branchesNamed, textAt } from '../../../adapters/git/repository/released-branch.ts'
import { type ReadManifest, readManifest } from '../../../adapters/manifest/read-manifest.ts'
import { commandsIn, grantsIn } from '../../../core/handover/manifest.ts'
import {
  isVerified,
  type Verification,
  type VerifiedClaim,
  verificationEnd,
  verificationHeading,
  verificationJson,
  verifiedLine,
} from '../../../core/handover/verification.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { Interrupted } from '../../../engine/proof/suite/bench.ts'
import { verifyClaims } from '../../../engine/release/verify-claims.ts'
import type { Context } from '../context.ts'
import { findPlaces, type Places } from '../places/places.ts'
import { EXIT, Problem } from '../problem.ts'
import { inThrowAway } from '../run/throw-away.ts'
import { unwire, wire } from '../run/wiring.ts'
import { printLines, warnLines } from '../words/printed-lines.ts'
import { copyFacts } from './verify-copy.ts'
import { bringCommits, contentFacts, repositoryFacts } from './verify-facts.ts'

const EXAMPLES = [
  'pm-agent verify docs/releases/PLAN-release.yaml',
  'pm-agent verify pm/PLAN:docs/releases/PLAN-release.yaml    (a file that only the plan branch holds)',
]

/** `verify MANIFEST`: repeats every claim of a release here. It needs no journal, and trusts nothing of what the manifest says. */
export async function verify(context: Context, name: string, options: { readonly json?: boolean }): Promise<number> {
  return inThrowAway('verify', async root => {
    const places = await findPlaces(context, root)
    const read = await manifestAt(context, places, name)
    const verification = await verifyHere(context, places, read, options)
    if (verification === null) return EXIT.interrupted
    if (options.json) context.terminal.print(jsonText(verificationJson(verification), 2))
    else printLines(context.terminal, '', ...verificationEnd(verification))
    return isVerified(verification) ? EXIT.done : EXIT.failed
  })
}

/** A file, or a file of a commit in the syntax of git. */
async function manifestAt(context: Context, { repository }: Places, name: string): Promise<ReadManifest> {
  const path = resolve(context.cwd, name)
  const isFile = existsSync(path) && statSync(path).isFile()
  const text = isFile ? readFileSync(path, 'utf8') : await textAt(repository, name)
  if (text === null) throw new Problem(`there is no manifest ${name}`, EXAMPLES)
  const read = readManifest(text)
  if (!read.ok)
    throw new Problem(`${name} is not a release manifest of this version: ${read.error}`, [
      'pm-agent writes one at the end of a run; docs/release.md describes it',
    ])
  if (read.value.manifest.rehearsal)
    throw new Problem(`${name} comes from a rehearsal and contains no claims`, ['pm-agent run makes a real release'])
  return read.value
}

/** Prints every result as soon as it is known; null if it was interrupted. */
async function verifyHere(
  context: Context,
  places: Places,
  { manifest, digest }: ReadManifest,
  options: { readonly json?: boolean },
): Promise<Verification | null> {
  const { terminal } = context
  const say = (line: string) => (options.json ? undefined : printLines(terminal, line))
  say(verificationHeading(manifest))
  // The commands come from the manifest: the user sees them before they run.
  for (const command of commandsIn(manifest)) warnLines(terminal, `note: runs here: ${command}`)
  for (const words of grantsIn(manifest)) warnLines(terminal, `note: ${words}`)
  const ports = await wire(places, places.repository.top, { env: context.env })
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    const problems = await bringCommits(places, manifest)
    for (const { tip } of await branchesNamed(places.repository, manifest.branch))
      await importCommit({ vaultDir: places.vaultDir, userRepo: places.repository }, tip)
    const { facts: found, mergedTree } = await repositoryFacts(places, ports.vault, manifest, problems)
    const facts = [...contentFacts(manifest, digest), ...(await copyFacts(places.repository, manifest)), ...found]
    for (const fact of facts) say(verifiedLine(fact))
    const claims = await verifyClaims(ports, manifest, {
      ...{ token: ports.ids.token(), signal: stopping.signal, mergedTree },
      missing: commit => problems.get(commit) ?? null,
      onClaim: (claim: VerifiedClaim) => say(verifiedLine(claim)),
    })
    return { manifest, facts, claims }
  } catch (error) {
    if (error instanceof Interrupted) return null
    throw error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await unwire(ports)
  }
}
