/** Probes of Rust: a module in each changed file, a unit test that calls them, and an example that is built for release and does. */
import { isInFolder, pathOf } from '../../../../core/text/paths.ts'
import type { ReadText } from '../../syntax/tree/language-row.ts'
import { childIn, type TreeNode } from '../../syntax/tree/node.ts'
import { crateOf, entryText, inCrate, modulePath } from './crate.ts'
import { type Callable, callablesIn, callsOf, type ProbeCall, type ProbeLanguage } from './probe.ts'
import { integerOf, type ProbeValues } from './values.ts'

export const rustProbes: ProbeLanguage = {
  isProgram: path => path.endsWith('.rs') && isInFolder(path, 'src'),
  async probe(files, { list, readText, mark, values }) {
    const paths = files.map(({ path }) => path)
    const crate = await crateOf(paths, { list, readText })
    if (!crate) return null
    const root = pathOf(crate.folder, 'src/lib.rs')
    const rootText = files.find(({ path }) => path === root)?.text ?? (await readText(root))
    if (rootText === null || !list.includes(root)) return null
    const probed: { readonly path: string; readonly text: string; readonly calls: readonly ProbeCall[] }[] = []
    for (const [at, file] of files.entries()) {
      if (!file.path.startsWith(pathOf(crate.folder, 'src/')) || /\/(main|bin\/.*)\.rs$/.test(file.path)) continue
      const calls = (await callablesIn(file, callable)).flatMap((one, of) =>
        callsOf(one, `${at}.${of}.`, values, codeOf(values)),
      )
      if (calls.length > 0) probed.push({ ...file, calls })
    }
    if (probed.length === 0) return null
    const texts = new Map(probed.map(({ path, text, calls }) => [path, text + probeText(calls, mark)]))
    const runs = probed.map(({ path }) => `${modulePath(path)}probe${mark}::run`)
    const entry = `run_probe${mark}`
    texts.set(root, `${texts.get(root) ?? rootText}${entryText(entry, SECONDS, runs)}${testText(entry, mark)}`)
    return {
      calls: probed.flatMap(({ calls }) => calls),
      edits: [
        ...[...texts].map(([path, text]) => ({ path, text })),
        {
          path: pathOf(crate.folder, `examples/probe_${mark}.rs`),
          text: `fn main() {\n    ${crate.library}::${entry}();\n}\n`,
        },
      ],
      inTests: inCrate(crate, `cargo test --lib probe_test${mark} -- --nocapture`),
      build: `(${inCrate(crate, `CARGO_TARGET_DIR="$out" cargo build --release --example probe_${mark}`)})`,
      program: `release/examples/probe_${mark}`,
    }
  },
}

/** Calls of a probe that take longer wait for something. */
const SECONDS = 5

const testText = (entry: string, mark: string): string => `
#[cfg(test)]
mod probe_test${mark} {
    #[test]
    fn probe() {
        super::${entry}();
    }
}
`

/** A result is printed if its type can be: the first trait is found before the second. */
const probeText = (calls: readonly ProbeCall[], mark: string): string => `
#[doc(hidden)]
#[allow(warnings)]
pub mod probe${mark} {
    struct Wrapped<T>(T);
    trait Printed { fn printed(&self) -> Option<String>; }
    impl<T: std::fmt::Debug> Printed for Wrapped<T> {
        fn printed(&self) -> Option<String> { Some(format!("{:?}", self.0)) }
    }
    trait Unknown { fn printed(&self) -> Option<String>; }
    impl<T> Unknown for &Wrapped<T> {
        fn printed(&self) -> Option<String> { None }
    }
    fn call(id: &str, run: impl FnOnce() -> Option<String>) {
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)) {
            Ok(Some(text)) => println!("\\n${mark} {} {:?}", id, text),
            _ => println!("\\n${mark} {} !", id),
        }
    }
    pub fn run() {
${calls.map(({ id, name, args }) => `        call("${id}", || (&Wrapped(super::${name}(${args.join(', ')}))).printed());\n`).join('')}    }
}
`

/** A function with a result, outside of types, without parameters of types. */
function callable({ text, root }: ReadText, node: TreeNode): Callable | null {
  const [name, parameters, result] = [childIn(node, 'name'), childIn(node, 'parameters'), childIn(node, 'return_type')]
  const generic = childIn(node, 'type_parameters')?.children.some(
    ({ named, type }) => named && !type.startsWith('lifetime'),
  )
  const isPlain = !node.children.some(({ type }) => type === 'function_modifiers')
  if (!name || !parameters || !result || generic || !isPlain || !root.children.includes(node)) return null
  const said = (type: TreeNode) =>
    text
      .slice(type.start, type.end)
      .replace(/'\w+\s*/g, '')
      .replace(/\s+/g, '')
  // The order of a hash map is another one in each process.
  if (said(result).includes('Hash')) return null
  const types = parameters.children.filter(({ named }) => named).map(one => childIn(one, 'type'))
  return types.some(type => type === null)
    ? null
    : { name: text.slice(name.start, name.end), parameters: types.map(type => said(type!)), results: [said(result)] }
}

const TEXTS: ReadonlySet<string> = new Set(['&str', 'implAsRef<str>', 'implInto<String>'])
const INTEGERS: ReadonlySet<string> = new Set(
  ['8', '16', '32', '64', '128', 'size'].flatMap(size => [`i${size}`, `u${size}`]),
)

const codeOf =
  ({ texts, numbers }: ProbeValues) =>
  (type: string, pick: <T>(from: readonly T[]) => T): string | null => {
    const inner = (of: string) => codeOf({ texts, numbers })(of, pick)
    const text = JSON.stringify(pick(texts))
    if (TEXTS.has(type)) return text
    if (type === 'String') return `String::from(${text})`
    if (INTEGERS.has(type)) return integerOf(type, pick(numbers))
    if (type === 'f32' || type === 'f64') return `${Math.abs(pick(numbers))}.5`
    if (type === 'bool') return pick(['true', 'false'])
    if (type === 'char') return pick(["'a'", "'Z'", "'7'", "' '"])
    const item = /^(?:&\[(.+)\]|Vec<(.+)>|Option<(.+)>|&(.+))$/.exec(type)
    if (!item) return null
    const value = inner(item.slice(1).find(part => part !== undefined)!)
    if (value === null) return null
    if (item[1] !== undefined) return `&[${value}]`
    if (item[2] !== undefined) return `vec![${value}]`
    return item[3] === undefined ? `&${value}` : `Some(${value})`
  }
