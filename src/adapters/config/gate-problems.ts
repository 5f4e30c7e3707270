import { COMMAND_NAMES } from '../../core/settings/commands.ts'
import { ownIn } from './gates.ts'
import { type ConfigProblem, type Path, placeOfKey, type Source } from './problem.ts'
import type { WrittenSettings } from './schema.ts'

/** Problems that only show when the parts of a gate are combined. */
export function gateProblems({ gates }: WrittenSettings, source: Source | null): readonly ConfigProblem[] {
  if (!gates || !source) return []
  const wrong = (path: Path, message: string, hint: string): ConfigProblem => ({
    reason: 'wrong-value',
    where: placeOfKey(source, path),
    message,
    hint,
  })
  const taken: readonly string[] = COMMAND_NAMES.filter(name => name !== 'format')
  return [
    ...ownIn(gates).flatMap(([name]) => {
      const path = ['gates', name]
      if (taken.includes(name)) return [wrong(path, `"${name}" is a gate already`, `its command is "commands.${name}"`)]
      if (/^[a-z][a-z0-9-]*$/.test(name)) return []
      return [wrong(path, `"${name}" is not a valid name for a gate`, 'use lower-case letters, digits and -')]
    }),
    ...(gates.numeric && !gates.numeric.command && !gates.numeric.file
      ? [wrong(['gates', 'numeric'], '"gates.numeric" needs a command that prints the values, or a file', 'add one')]
      : []),
    ...(gates.contract?.reference && !gates.contract.command
      ? [
          wrong(
            ['gates', 'contract', 'reference'],
            '"gates.contract.reference" needs a command that prints the signatures',
            'add "command", or remove the reference to compare declarations with the base',
          ),
        ]
      : []),
  ]
}
