import type { RunState } from '../run/state.ts'

/** The manifest and the release notes of a plan. */
type Released = Pick<RunState, 'plan' | 'config'>

export const RELEASES_DIR = 'docs/releases'

const folderOf = ({ config }: Released): string => config.releasesDir ?? RELEASES_DIR

export const manifestPath = (state: Released): string => `${folderOf(state)}/${state.plan.id}-release.yaml`

export const notesPath = (state: Released): string => `${folderOf(state)}/${state.plan.id}-release-notes.md`

/** Every file that a release writes. */
export const releasePaths = (state: Released): readonly string[] => [manifestPath(state), notesPath(state)]
