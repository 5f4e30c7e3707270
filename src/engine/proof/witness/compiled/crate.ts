/** A Rust crate: its names, and the paths of its files as modules. */
import { pathOf } from '../../../../core/text/paths.ts'
import { objectAt } from '../../settings/package-json.ts'
import { parseToml } from '../../settings/toml.ts'
import { rustModule } from '../../translation/module-paths.ts'

interface Crate {
  readonly folder: string
  /** The name of its package. */
  readonly name: string
  /** The name of its library in code. */
  readonly library: string
}

/** The crate of these files: the nearest folder above the first of them with a manifest. Null if there is none. */
export async function crateOf(
  [path = '']: readonly string[],
  { list, readText }: { readonly list: readonly string[]; readText(path: string): Promise<string | null> },
): Promise<Crate | null> {
  const parts = path.split('/').slice(0, -1)
  const above = [...parts.map((_, at) => parts.slice(0, parts.length - at).join('/')), '']
  const folder = above.find(one => list.includes(pathOf(one, MANIFEST)))
  const manifest = folder === undefined ? null : parseToml((await readText(pathOf(folder, MANIFEST))) ?? '')
  if (folder === undefined || !manifest) return null
  const { name } = objectAt(manifest, 'package')
  const { name: library = name } = objectAt(manifest, 'lib')
  return typeof name === 'string' && typeof library === 'string'
    ? { folder, name, library: library.replaceAll('-', '_') }
    : null
}

const MANIFEST = 'Cargo.toml'

/** `crate::a::b::` of a file. */
export const modulePath = (path: string): string => ['crate', ...(rustModule(path) ?? []), ''].join('::')

/** Starts a command in the folder of a crate. */
export const inCrate = ({ folder }: Crate, command: string): string =>
  folder === '' ? command : `cd '${folder}' && ${command}`

/** A function of the crate's root that makes these calls; it ends the program if they take too long. */
export const entryText = (name: string, seconds: number, calls: readonly string[]): string => `
#[doc(hidden)]
#[allow(dead_code)]
pub fn ${name}() {
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::spawn(|| {
        std::thread::sleep(std::time::Duration::from_secs(${seconds}));
        std::process::exit(0);
    });
${calls.map(call => `    ${call}();\n`).join('')}}
`
