import { homedir } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { onPath, SuiteRig } from './rig.ts'

const rig = new SuiteRig()
afterAll(() => rig[Symbol.dispose]())

const hasCargo = onPath('cargo')
const hasCtest = onPath('ctest') && onPath('cmake') && onPath('cc')

// The rig has a home of its own, where no toolchain lies.
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
    #[test] fn fails() { assert_eq!(add(1, 2), 4) }
    #[test] #[ignore] fn skipped() {}
    #[test] #[should_panic] fn panics() { panic!("as it must") }
}
`,
  'tests/outside.rs': '#[test] fn works() { assert_eq!(demo::add(1, 1), 2) }\n',
}

describe.skipIf(!hasCargo)(`cargo test${hasCargo ? '' : ' (not run: cargo is not here)'}`, () => {
  it('says what every test did, and which program left before its end', async () => {
    const files = { ...CRATE, 'tests/leaves.rs': '#[test] fn leaves() { std::process::exit(0) }\n' }
    expect(await rig.run(CARGO, files)).toEqual([
      'passed: doc-tests demo > src/lib.rs - add (line 1)',
      'passed: src/lib.rs > tests > adds',
      'failed: src/lib.rs > tests > fails (assertion `left == right` failed, src/lib.rs:9)',
      'passed: src/lib.rs > tests > panics',
      'skipped: src/lib.rs > tests > skipped',
      'passed: tests/outside.rs > works',
      'broken: tests/leaves.rs (this test program ended before it said what all of its tests did)',
    ])
  })

  it('says what does not compile', async () => {
    const files = { ...CRATE, 'src/lib.rs': 'pub fn add( {\n' }
    expect(await rig.run(CARGO, files)).toEqual([
      'broken: src/lib.rs (error: this file contains an unclosed delimiter)',
    ])
  })

  it('has a control that fails', async () => {
    expect(await rig.control(CARGO, CRATE, 'src/lib.rs', 'src/lib.rs')).toEqual([
      'failed: tests/control_·.rs > control (this control must fail, tests/control_·.rs)',
    ])
  })
})

describe.skipIf(!hasCtest)(`ctest${hasCtest ? '' : ' (not run: cmake or a compiler is not here)'}`, () => {
  it('says what every test did, and has no control', async () => {
    const files = {
      'CMakeLists.txt': `cmake_minimum_required(VERSION 3.10)
project(demo C)
enable_testing()
add_executable(good test/good.c)
add_executable(bad test/bad.c)
add_test(NAME good COMMAND good)
add_test(NAME bad COMMAND bad)
add_test(NAME off COMMAND good)
set_tests_properties(off PROPERTIES DISABLED TRUE)
`,
      'test/good.c': 'int main(void) { return 0; }\n',
      'test/bad.c': '#include <stdio.h>\nint main(void) { puts("wanted 3 <got> 4"); return 1; }\n',
    }
    const command = 'cmake -S . -B build && cmake --build build && ctest --test-dir build --output-on-failure'
    expect(await rig.run(command, files)).toEqual(['passed: good', 'failed: bad (wanted 3 <got> 4)', 'skipped: off'])
    expect((await rig.runner(command, files)).control('test/good.c', null)).toBe(null)
  })
})
