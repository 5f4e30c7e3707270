import type { Tree } from '../../../core/plan/ids.ts'
import { compilersOf } from '../../../core/proof/compilers.ts'
import type { Commands } from '../../../core/settings/commands.ts'
import type { Config } from '../../../core/settings/config.ts'
import type { Ports } from '../../../ports.ts'
import { isGenerated, isLockFile } from '../suite/altered-gate.ts'
import { Bench } from '../suite/bench.ts'

type Options = Pick<ConstructorParameters<typeof Bench>[1], 'limits' | 'fittings' | 'token' | 'signal'>

/** A bench for committed code without any draft: its commands may write to generated files and lock files. */
export async function committedBench(
  ports: Pick<Ports, 'vault' | 'rooms' | 'store'>,
  { tree, commands, generated }: { readonly tree: Tree; readonly commands: Commands } & Pick<Config, 'generated'>,
  options: Options,
): Promise<Bench> {
  const { setup, build } = commands
  return new Bench(ports, {
    ...options,
    base: tree,
    preparation: () => ({ setup, build }),
    compilers: compilersOf(await ports.vault.list(tree)),
    mayChange: (_, path) => isGenerated({ generated }, path) || isLockFile(path),
  })
}
