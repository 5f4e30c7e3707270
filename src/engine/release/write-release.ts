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
import type { Event } from '../../core/run/event.ts'
import type { Observation } from '../../core/run/input.ts'
import type { RunState } from '../../core/run/state.ts'
import { renderClosingContext } from '../../core/shown/context-files.ts'
import type { Ports, TreeEdit } from '../../ports.ts'
import { keepTree, recordTree } from '../record.ts'

/**
 * Makes the manifest of a green gate, as a commit for the plan branch or with our other files. It is in the journal before
 * the branch moves, because a decision after a crash would give another manifest.
 */
export async function beginRelease(ports: Ports, state: RunState): Promise<Event> {
  const { vault } = ports
  const { gate } = state.release
  const tip = state.tip!
  invariant(gate && gate.proof.tip === tip, 'a release is written only for the commit that was proven')
  invariant(releaseProblems(state, gate.proof).length === 0, 'there is no release with a red gate')
  invariant(gate.proof.rehearsed === state.opened.rehearsal, 'a rehearsed gate counts nowhere else')
  const review = lastFinalReview(state)
  const manifest = manifestOf(state, gate.proof, {
    at: gate.at,
    finalReview: review ? finalReviewWords(review.review) : 'SKIPPED',
  })
  const digest = manifestDigest(manifest)
  const path = manifestPath(state)
  const notes = breakingChanges(state).length > 0 ? notesPath(state) : null
  const { place, identity } = state.opened
  const edits: Record<'on-branch' | 'apart', readonly TreeEdit[]> = { 'on-branch': [], apart: [] }
  edits[place.reviewsKept ?? 'on-branch'] = [
    { path, text: manifestText(manifest, digest) },
    ...(notes === null ? [] : [{ path: notes, text: releaseNotes(state) }]),
  ]
  const { contextKept } = place
  if (contextKept !== 'in-place') edits[contextKept] = [...edits[contextKept], ...contextFiles(state, gate.at)]
  const commit = async () => {
    const tree = await vault.edit(gate.proof.tree, edits['on-branch'])
    const message = `chore(${state.plan.id}): release manifest\n`
    return vault.commit({ tree, parent: tip, message, identity, at: gate.at })
  }
  const after = edits['on-branch'].length === 0 ? tip : await commit()
  // The files that are kept apart belong to the new tip.
  const record = await recordTree(ports, state, { tip: after, edits: edits.apart })
  return { type: 'release-started', of: tip, tip: after, path, notes, digest, ...(record ? { record } : {}) }
}

/** Moves the branch to the manifest that was made before. Safe to repeat at any point. */
export async function writeRelease(ports: Ports, state: RunState): Promise<Observation> {
  const { vault, planFile } = ports
  const { writing } = state.release
  invariant(writing, 'a release is in the journal before it is written')
  const { at, ...written } = writing
  const failed = (problem: string, hints?: readonly string[]): Observation => ({
    ...{ type: 'effect-failed', effect: effectKey({ type: 'write-release', tip: written.of }), problem },
    ...(hints ? { hints } : {}),
  })
  const breaks = await ports.store.verify(state.opened.runId)
  if (breaks.length > 0)
    return failed(`the journal differs from what pm-agent wrote: ${breaksLine(breaks)}`, [
      'pm-agent doctor --journal lists every location and the remedies; nothing was released',
    ])
  const isOnBranch = written.tip !== written.of
  if (isOnBranch && (await vault.moveBranch(state.opened.branch, written.of, written.tip)) === 'stale')
    return failed('the plan branch in the vault is not at the commit in the journal')
  if (state.opened.place.contextKept === 'in-place')
    for (const { path, text } of contextFiles(state, at)) await planFile.writeBeside(path, text)
  if (written.record) await keepTree(ports, state, { tree: written.record, at })
  return { type: 'release-written', ...written }
}

/** The context files with the final review. */
const contextFiles = (state: RunState, at: number): readonly { readonly path: string; readonly text: string }[] =>
  renderClosingContext(state, at).map(({ path, text }) => ({
    path: `${state.opened.place.contextDir}/${path}`,
    text,
  }))

/** Of the content, not of the bytes: another layout of the same YAML is the same manifest. */
export const manifestDigest = (manifest: Manifest): string => `sha256:${hash('sha256', canonicalJson(manifest))}`

const HEAD = `# The release of a plan, written by pm-agent. Anybody can check it in a clone of this repository:
#   pm-agent verify FILE
# docs/release.md of pm-agent explains every field. The digest is that of the content without the digest itself.
`

const manifestText = (manifest: Manifest, digest: string): string =>
  `${HEAD}${stringify({ ...manifest, digest }, { lineWidth: 0, aliasDuplicateObjects: false })}`
