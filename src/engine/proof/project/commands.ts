import type { Contract } from '../../../core/plan/contract.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Ports } from '../../../ports.ts'
import { readerOf } from '../../tree-reader.ts'
import type { Layouts } from '../forms/forms.ts'
import { detectCommands } from './detect.ts'

/** Commands are fixed at dispatch; the task may bring the first one of a kind. */
export async function commandsFor(
  ports: Pick<Ports, 'vault'>,
  contract: Contract,
  layouts: Pick<Layouts, 'asSubmitted'>,
): Promise<Commands> {
  const found = await detectCommands(await readerOf(ports.vault, layouts.asSubmitted))
  return { ...found.commands, ...contract.commands }
}
