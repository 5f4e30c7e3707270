import { homedir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { onPath, SuiteRig } from '../../../../test/rig/proof/runners.ts'

const rig = new SuiteRig()
afterAll(() => rig[Symbol.dispose]())

const hasCargo = onPath('cargo')

// The rig has its own HOME, without a toolchain.
const CARGO = `RUSTUP_HOME=${process.env.RUSTUP_HOME ?? `${homedir()}/.rustup`} cargo test`
const CRATE = {
  'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
  'src/lib.rs': `/// \`\`\`
/// assert_eq!(demo::add(1, 2), 3);
/// \`\`\`
pub fn add(a: i32, b: i32) -> i32 { a + b }
#[cfg(test)]
mod tests {
    use super::*;
    #[test] fn adds() { assert_eq!(add(1, 2), 3) }
    #[test] fn fails() { assert!(add(1, 2) == 4, "three is not four") }
    #[test] #[ignore] fn skipped() {}
    #[test] #[should_panic] fn panics() { panic!("as it must") }
}
`,
  'tests/outside.rs': '#[test] fn works() { assert_eq!(demo::add(1, 1), 2) }\n',
}

describe.skipIf(!hasCargo)(`cargo test${hasCargo ? '' : ' (not run: cargo is not installed)'}`, () => {
  it('reports every test, and which program ended early', async () => {
    const files = { ...CRATE, 'tests/leaves.rs': '#[test] fn leaves() { std::process::exit(0) }\n' }
    expect(await rig.run(CARGO, files)).toEqual([
      'passed: doc-tests demo > src/lib.rs - add (line 1)',
      'passed: src/lib.rs > tests > adds',
      'failed: src/lib.rs > tests > fails (three is not four, src/lib.rs:9)',
      'passed: src/lib.rs > tests > panics',
      'skipped: src/lib.rs > tests > skipped',
      'passed: tests/outside.rs > works',
      'broken: tests/leaves.rs (this test program ended before it reported all of its tests)',
    ])
  })

  it('reports compile errors', async () => {
    const files = { ...CRATE, 'src/lib.rs': 'pub fn add( {\n' }
    expect(await rig.run(CARGO, files)).toEqual([
      'broken: src/lib.rs (error: this file contains an unclosed delimiter)',
    ])
  })
})
