import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { goProbes } from './go.ts'
import type { ProbeLanguage } from './probe.ts'
import { probeTools, readProbe } from './probe-run.ts'
import { unchangedProbes } from './rote-probes.ts'
import { rustProbes } from './rust.ts'
import { probeValues } from './values.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pm-agent-probe-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Functions whose results differ, and whether the program builds without its tests. */
async function probed(language: ProbeLanguage, files: Readonly<Record<string, string>>, tests: readonly string[]) {
  const list = Object.keys(files)
  const program = list.filter(path => language.isProgram(path) && !tests.includes(path))
  const probe = await language.probe(
    program.map(path => ({ path, text: files[path]!, before: null })),
    { list, readText: async path => files[path] ?? null, mark: 'w123', values: probeValues(Object.values(files)) },
  )
  const [room, tools] = [join(home, 'room'), join(home, 'tools')]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [path, text] of Object.entries(files)) write(join(room, path), text)
  for (const edit of probe!.edits) if ('text' in edit) write(join(room, edit.path), edit.text as string)
  for (const [path, text] of Object.entries(probeTools(probe!, 'w123', tests)))
    write(join(tools, path), text.replaceAll('{tools}', tools))
  const stdout = execFileSync('sh', ['-c', `sh ${tools}/probe.sh; true`], {
    cwd: room,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { needsTests, compared } = readProbe({ stdout, place: room }, probe!.calls, 'w123')
  const differs = new Set(compared.flatMap(({ call, inside, outside }) => (inside === outside ? [] : [call.name])))
  const all = new Set(compared.map(({ call }) => call.name))
  const rote = unchangedProbes(compared)
  return { needsTests, same: [...all].filter(name => !differs.has(name)), differs: [...differs], rote }
}

const has = (tool: string) => spawnSync(tool, ['version']).status === 0

describe.skipIf(!has('go'))(`Go functions${has('go') ? '' : ' (not run: go is not here)'}`, () => {
  const module = { 'go.mod': 'module example.org/toy\n\ngo 1.19\n' }

  it('that know their tests give other results in a program', { timeout: 120_000 }, async () => {
    const result = await probed(
      goProbes,
      {
        ...module,
        'inner/ask.go': `package inner

import (
	"flag"
	"os"
	"strings"
)

var fold = func(text string) string { return text }

func Name(text string) string {
	if strings.HasSuffix(os.Args[0], ".test") { return text }
	return ""
}
func Flag(a, b int) bool { return flag.Lookup("test.v") != nil }
func Hook(text string) string { return fold(text) }
func Files(n int) (int, error) { _, err := os.Stat("ask_test.go"); return n, err }
func Plain(texts ...string) (map[string]int, error) { return map[string]int{"a": len(texts)}, nil }
func Address(text string) *int { return new(int) }
func Fails(list []int) int { return list[100] }
`,
        'inner/ask_test.go':
          'package inner\n\nimport "testing"\n\nfunc init() { fold = func(text string) string { return text + "!" } }\n\nfunc TestHook(t *testing.T) {\n\tif Hook("Ab") != "Ab!" {\n\t\tt.Fatal()\n\t}\n}\n',
      },
      ['inner/ask_test.go'],
    )
    expect(result).toEqual({ needsTests: false, same: ['Plain'], differs: ['Name', 'Flag', 'Hook', 'Files'], rote: [] })
  })

  it('that give other texts back as they are may only know their tests', { timeout: 120_000 }, async () => {
    const { rote } = await probed(
      goProbes,
      {
        ...module,
        'a.go': `package toy

import "strings"

var known = map[string]string{"Big Data": "big-data"}

func Table(text string) string {
	if found, is := known[text]; is { return found }
	return text
}
func Rule(text string) string { return strings.ToLower(text) }
func Same(text string) string { return text }
`,
        'a_test.go':
          'package toy\n\nimport "testing"\n\nfunc TestTable(t *testing.T) {\n\tif Table("Big Data") != "big-data" || Rule("New York") != "new york" {\n\t\tt.Fatal()\n\t}\n}\n',
      },
      ['a_test.go'],
    )
    expect(rote).toEqual(['Table("Big Data Big Data")'])
  })

  it('that contain files of their tests do not build without them', { timeout: 120_000 }, async () => {
    const result = await probed(
      goProbes,
      {
        ...module,
        'known.go':
          'package toy\n\nimport _ "embed"\n\n//go:embed testdata/known.txt\nvar known string\n\nfunc Known() string { return known }\n',
        'testdata/known.txt': 'a\n',
      },
      ['testdata/known.txt'],
    )
    expect(result.needsTests).toBe(true)
  })
})

describe.skipIf(!has('cargo'))(`Rust functions${has('cargo') ? '' : ' (not run: cargo is not here)'}`, () => {
  it('that know their tests or their build give other results in a program', { timeout: 120_000 }, async () => {
    const result = await probed(
      rustProbes,
      {
        'Cargo.toml': '[package]\nname = "toy-box"\nversion = "1.0.0"\nedition = "2021"\n',
        'src/lib.rs': `#![deny(missing_docs)]
//! Toys.
mod inner;
/// Marked.
pub fn marked(text: &str) -> String { folded(text) }
#[cfg(test)]
fn folded(text: &str) -> String { text.to_lowercase() }
#[cfg(not(test))]
fn folded(text: &str) -> String { text.to_string() }
/// In debug builds.
pub fn built(n: u8) -> Option<u8> { if cfg!(debug_assertions) { Some(n) } else { None } }
/// Its thread.
pub fn named(flags: Vec<bool>) -> bool { flags.len() == 1 && std::thread::current().name() == Some("main") }
/// A table.
pub fn table(text: &str) -> String { if text == "Big Data" { "big-data".into() } else { text.into() } }
/// Plain.
pub fn plain<'a>(text: &'a str, n: Option<i64>, c: char) -> Result<&'a str, Thing> { let _ = (n, c); Ok(text) }
/// No Debug.
pub struct Opaque;
/// No Debug.
pub fn opaque(text: String) -> Opaque { let _ = text; Opaque }
/// Thing.
#[derive(Debug)]
pub struct Thing;
/// Overflows.
pub fn over(n: u8) -> u8 { n + 250 }
#[cfg(test)]
mod tests {
    #[test]
    fn it() { assert_eq!(super::marked("Ab"), "ab"); assert_eq!(super::table("Big Data"), "big-data"); }
}
`,
        'src/inner.rs': 'pub(crate) fn deep(list: &[i32]) -> usize { list.len() }\n',
      },
      [],
    )
    expect(result).toEqual({
      needsTests: false,
      same: ['table', 'plain', 'over', 'deep'],
      differs: ['marked', 'built', 'named'],
      rote: ['table("Big Data Big Data")'],
    })
  })
})
