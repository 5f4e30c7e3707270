import { describe, expect, it } from 'vitest'
import { takeApart, withTestsOf } from './inline-tests.ts'

const RUST = `pub fn add(a: i32, b: i32) -> i32 {
    a + b // "#[cfg(test)]" is a comment here
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(add(1, 2), 3);
    }
}
`

describe('tests among the code', () => {
  it('are taken out of a Rust file with everything that is theirs', async () => {
    const parts = (await takeApart(`use a;\n#[cfg(test)]\nuse b;\n${RUST}pub fn last() {}\n`, 'src/lib.rs'))!
    expect(parts.program).not.toMatch(/adds|use b/)
    expect(parts.program).toContain('pub fn add')
    expect(parts.program).toContain('pub fn last')
    expect(parts.tests).toContain('#[cfg(test)]\nuse b;\n')
    expect(parts.tests).toContain('fn adds()')
  })

  it('are taken out of a JavaScript file', async () => {
    const text =
      "export const a = 1\n// if (import.meta.vitest) {}\nif (import.meta.vitest) {\n  it('is', () => {})\n}\n"
    expect(await takeApart(text, 'src/a.ts')).toEqual({
      program: 'export const a = 1\n// if (import.meta.vitest) {}\n\n',
      tests: "if (import.meta.vitest) {\n  it('is', () => {})\n}\n",
    })
  })

  it.each([
    ['src/a.ts', 'export const a = 1\n'],
    ['src/a.rs', 'pub fn a() {}\n'],
    ['src/a.rs', 'mod inner {\n    #[cfg(test)]\n    mod tests {}\n}\n'],
    ['src/a.py', '#[cfg(test)]\n'],
  ])('are none of %s where it holds %j', async (path, text) => {
    expect(await takeApart(text, path)).toBe(null)
  })

  it('of one version stand beside the code of another', async () => {
    const broken = RUST.replace('a + b', 'a - b').replace('3)', '-1)')
    expect(await withTestsOf(broken, RUST, 'src/lib.rs')).toContain('a - b')
    expect(await withTestsOf(broken, RUST, 'src/lib.rs')).toContain('add(1, 2), 3)')
    expect(await withTestsOf(broken, RUST, 'src/lib.rs')).not.toContain('-1)')
    expect(await withTestsOf(RUST, null, 'src/lib.rs')).not.toContain('adds')
  })
})
