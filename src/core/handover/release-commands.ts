import type { Commands } from '../settings/commands.ts'
import type { Area } from '../settings/config.ts'
import type { ReleaseCheckName } from './release-proof.ts'

/** A command of the release gate, and the part of the repository that it is for. */
export interface ReleaseCommand {
  readonly name: ReleaseCheckName
  readonly command: string
  /** Absent for the whole repository. */
  readonly area?: string
}

/** The commands after setup and build, in order: each of the repository, then those of its areas that it does not cover. */
export function releaseCommands(commands: Commands, areas: readonly Area[]): readonly ReleaseCommand[] {
  const test = commands.test_all ?? commands.test
  const whole = { build: commands.build, typecheck: commands.typecheck, lint: commands.lint, test }
  const found: ReleaseCommand[] = []
  const add = (one: ReleaseCommand) => {
    if (!found.some(({ name, command }) => name === one.name && command === one.command)) found.push(one)
  }
  for (const name of ['build', 'typecheck', 'lint', 'test'] as const) {
    const command = whole[name]
    // The build of the repository is part of the preparation of every room.
    if (command && name !== 'build') add({ name, command })
    if (name === 'test' && commands.test_all) continue
    for (const area of areas) {
      const own = area.commands?.[name]
      // A detected command of an area only fills a gap.
      if (own && own !== command && !(area.detected && command)) add({ name, command: own, area: area.glob })
    }
  }
  if (commands.migrate) add({ name: 'migrate', command: commands.migrate })
  if (commands.migrate && commands.migrate_back) add({ name: 'migrate_back', command: commands.migrate_back })
  return found
}
