import { hash } from 'node:crypto'
import { stringify } from 'yaml'
import { breakingChanges } from '../../core/handover/breaking-changes.ts'
import { canonicalJson, type Manifest } from '../../core/handover/manifest.ts'
import { manifestOf } from '../../core/handover/manifest-of.ts'
import { releaseNotes } from '../../core/handover/release-notes.ts'
import { manifestPath, notesPath } from '../../core/handover/release-paths.ts'
import { releaseProblems } from '../../core/handover/release-problem.ts'
import { breaksLine } from '../../core/journal/seal-break.ts'
import { finalReviewWords } from '../../core/release/final-review-words.ts'
import { lastFinalReview } from '../../core/release/reviewed.ts'
import { invariant } from '../../core/result.ts'
import { effectKey } from '../../core/run/effect.ts'
import type { Observation } from '../../core/run/input.ts'
import type { RunState } from '../../core/run/state.ts'
import { renderClosingContext } from '../../core/shown/context-files.ts'
import type { Ports, TreeEdit } from '../../ports.ts'
import { keepRecord } from '../record.ts'

/** Writes the manifest of a green gate: as a commit on the plan branch, or with our other files. Repeatable: it is the same commit. */
export async function writeRelease(ports: Ports, state: RunState): Promise<Observation> {
  const { vault } = ports
  const { gate } = state.release
  const tip = state.tip!
  invariant(gate && gate.proof.tip === tip, 'a release is written only for the commit that was proven')
  invariant(releaseProblems(state, gate.proof).length === 0, 'there is no release with a red gate')
  invariant(gate.proof.rehearsed === state.opened.rehearsal, 'a rehearsed gate counts nowhere else')
  const effect = effectKey({ type: 'write-release', tip })
  const breaks = await ports.store.verify(state.opened.runId)
  if (breaks.length > 0)
    return {
      type: 'effect-failed',
      effect,
      problem: `the journal is not what pm-agent wrote: ${breaksLine(breaks)}`,
      hints: ['pm-agent doctor --journal lists every location and the remedies; nothing was released'],
    }
  const review = lastFinalReview(state)
  const manifest = manifestOf(state, gate.proof, {
    at: gate.at,
    finalReview: review ? finalReviewWords(review.review) : 'SKIPPED',
  })
  const digest = manifestDigest(manifest)
  const path = manifestPath(state)
  const notes = breakingChanges(state).length > 0 ? notesPath(state) : null
  const { place, identity, branch } = state.opened
  const edits: Record<'on-branch' | 'apart', readonly TreeEdit[]> = { 'on-branch': [], apart: [] }
  edits[place.reviewsKept ?? 'on-branch'] = [
    { path, text: manifestText(manifest, digest) },
    ...(notes === null ? [] : [{ path: notes, text: releaseNotes(state) }]),
  ]
  await closeContext(ports, state, { at: gate.at, edits })
  const written = { of: tip, path, notes, digest }
  if (edits['on-branch'].length === 0) {
    const record = await keepRecord(ports, state, { tip, edits: edits.apart, at: gate.at })
    return { type: 'release-written', ...written, tip, ...(record ? { record } : {}) }
  }
  const tree = await vault.edit(gate.proof.tree, edits['on-branch'])
  const message = `chore(${state.plan.id}): release manifest\n`
  const commit = await vault.commit({ tree, parent: tip, message, identity, at: gate.at })
  if ((await vault.moveBranch(branch, tip, commit)) === 'stale')
    return {
      type: 'effect-failed',
      effect,
      problem: 'the plan branch in the vault is not at the commit in the journal',
    }
  // The files that are kept apart belong to the new tip.
  const record = await keepRecord(ports, state, { tip: commit, edits: edits.apart, at: gate.at })
  return { type: 'release-written', ...written, tip: commit, ...(record ? { record } : {}) }
}

/** The context files with the final review, by where they are kept. */
async function closeContext(
  { planFile }: Ports,
  state: RunState,
  { at, edits }: { readonly at: number; readonly edits: Record<'on-branch' | 'apart', readonly TreeEdit[]> },
): Promise<void> {
  const { contextKept, contextDir } = state.opened.place
  const files = renderClosingContext(state, at).map(({ path, text }) => ({ path: `${contextDir}/${path}`, text }))
  if (contextKept === 'in-place') for (const { path, text } of files) await planFile.writeBeside(path, text)
  else edits[contextKept] = [...edits[contextKept], ...files]
}

/** Of the content, not of the bytes: another layout of the same YAML is the same manifest. */
export const manifestDigest = (manifest: Manifest): string => `sha256:${hash('sha256', canonicalJson(manifest))}`

const HEAD = `# The release of a plan, written by pm-agent. Anybody can check it in a clone of this repository:
#   pm-agent verify FILE
# docs/release.md of pm-agent explains every field. The digest is that of the content without the digest itself.
`

const manifestText = (manifest: Manifest, digest: string): string =>
  `${HEAD}${stringify({ ...manifest, digest }, { lineWidth: 0, aliasDuplicateObjects: false })}`
