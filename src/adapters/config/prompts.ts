import { join } from 'node:path'
import { err, ok, type Result } from '../../core/result.ts'
import type { RoleSettings } from '../../core/settings/config.ts'
import { ordinaryText } from '../work-tree/ordinary-file.ts'

/** The folder for a repository's own prompts. */
const OWN_FOLDER = join('.pm-agent', 'prompts')
/** Maximum size of a prompt. */
const LENGTH_MAX = 20_000

/** Why a template is unusable. */
export interface PromptProblem {
  readonly path: string
  readonly message: string
}

/**
 * The prompts of these roles: the file named in the settings, else the repository's own, else the one shipped with
 * pm-agent. A role without any of them is left out.
 */
export function readPrompts(
  names: readonly string[],
  place: {
    readonly repositoryTop: string
    readonly shipped: string
    readonly roles: Readonly<Record<string, RoleSettings>>
  },
): Result<Readonly<Record<string, string>>, PromptProblem> {
  const read: Record<string, string> = {}
  for (const name of names) {
    const named = place.roles[name]?.promptFile
    const text =
      named === undefined
        ? (ordinaryText(join(place.repositoryTop, OWN_FOLDER, `${name}.md`)) ??
          ordinaryText(join(place.shipped, `${name}.md`)))
        : ordinaryText(join(place.repositoryTop, named))
    if (text === null && named !== undefined)
      return err({ path: named, message: `the prompt of the role "${name}" cannot be read` })
    if (text === null) continue
    if (text.length > LENGTH_MAX)
      return err({
        path: named ?? join(OWN_FOLDER, `${name}.md`),
        message: `the prompt of the role "${name}" is longer than ${LENGTH_MAX} characters`,
      })
    read[name] = text
  }
  return ok(read)
}
