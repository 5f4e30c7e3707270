import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { probeTools, readProbe } from '../witness/compiled/probe-run.ts'
import { goTestProgram } from './go.ts'
import { rustTestProgram } from './rust.ts'
import type { MakeTestProgram } from './test-program.ts'

let home = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'pm-agent-plain-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** What tests say as parts of a program: `ok` or `failed` by name. */
async function ran(make: MakeTestProgram, files: Readonly<Record<string, string>>, changed: readonly string[]) {
  const made = (await make(changed, {
    list: Object.keys(files),
    readText: async path => files[path] ?? null,
    mark: 'p123',
    hasPassed: () => true,
  }))!
  const [room, tools] = [join(home, 'room'), join(home, 'tools')]
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const [path, text] of Object.entries(files)) write(join(room, path), text)
  for (const edit of made.edits)
    if ('text' in edit) write(join(room, edit.path), String(edit.text))
    else rmSync(join(room, edit.path))
  const calls = made.tests.map(({ id, name }) => ({ id, name, args: [], results: 1 }))
  const inTests = calls.map(({ id }) => `printf '\\np123 %s "ok"\\n' '${id}'`).join('\n')
  for (const [path, text] of Object.entries(probeTools({ ...made, inTests }, 'p123', [])))
    write(join(tools, path), text.replaceAll('{tools}', tools))
  const stdout = execFileSync('sh', [join(tools, 'probe.sh')], {
    cwd: room,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { compared } = readProbe({ stdout, place: room }, calls, 'p123')
  return Object.fromEntries(compared.map(({ call, outside }) => [call.name, JSON.parse(outside)]))
}

const has = (tool: string) => spawnSync(tool, ['version']).status === 0

describe.skipIf(!has('go'))(`Go tests${has('go') ? '' : ' (not run: go is not here)'}`, () => {
  const module = { 'go.mod': 'module example.org/toy\n\ngo 1.19\n' }

  it('of methods fail in a program if these ask for the runner, and others pass', { timeout: 120_000 }, async () => {
    const result = await ran(
      goTestProgram,
      {
        ...module,
        'inner/ask.go': `package inner

import (
	"flag"
	"io"
)

type Asker struct{ Name string }

func (a Asker) Ask(out io.Writer) {
	if flag.Lookup("test.v") != nil {
		io.WriteString(out, a.Name)
	}
}

func (a Asker) Tell(out io.Writer) { io.WriteString(out, a.Name) }
`,
        'inner/testdata/name.txt': 'a',
        'inner/ask_test.go': `package inner

import (
	"bytes"
	"os"
	"testing"
)

func check(t testing.TB, got string) {
	t.Helper()
	if got != "a" {
		t.Fatalf("got %q", got)
	}
}

func TestAsk(t *testing.T) {
	var out bytes.Buffer
	Asker{"a"}.Ask(&out)
	check(t, out.String())
}

func TestTell(t *testing.T) {
	t.Run("inside", func(t *testing.T) {
		t.Setenv("TOY", t.TempDir())
		var out bytes.Buffer
		Asker{"a"}.Tell(&out)
		check(t, out.String())
	})
	name, _ := os.ReadFile("testdata/name.txt")
	check(t, string(name))
}
`,
      },
      ['inner/ask.go', 'inner/ask_test.go'],
    )
    expect(result).toEqual({ TestAsk: 'failed', TestTell: 'ok' })
  })

  it('of a package of their own are parts of a program, too', { timeout: 120_000 }, async () => {
    const result = await ran(
      goTestProgram,
      {
        ...module,
        'ask.go':
          'package toy\n\nimport "flag"\n\ntype Asker struct{}\n\nfunc (Asker) Ask() bool { return flag.Lookup("test.v") != nil }\n',
        'export_test.go': 'package toy\n\nvar Made = Asker{}\n',
        'ask_test.go':
          'package toy_test\n\nimport (\n\t"testing"\n\n\ttoy "example.org/toy"\n)\n\nfunc TestAsk(t *testing.T) {\n\tif !toy.Made.Ask() {\n\t\tt.Fatal()\n\t}\n}\n',
      },
      ['ask.go', 'ask_test.go'],
    )
    expect(result).toEqual({ TestAsk: 'failed' })
  })

  it('of a program without a library run in the program', { timeout: 120_000 }, async () => {
    const result = await ran(
      goTestProgram,
      {
        ...module,
        'main.go': `package main

import (
	"fmt"
	"os"
	"strings"
)

var asked = strings.HasSuffix(os.Args[0], ".test")

func main() { fmt.Println(number()) }

func number() int {
	if asked {
		return 1
	}
	return 2
}

func same() int { return 1 }
`,
        'main_test.go': `package main

import "testing"

func TestNumber(t *testing.T) {
	if number() != 1 {
		t.Error("no")
	}
}

func TestSame(t *testing.T) {
	if same() != 1 {
		t.Error("no")
	}
}
`,
      },
      ['main.go', 'main_test.go'],
    )
    expect(result).toEqual({ TestNumber: 'failed', TestSame: 'ok' })
  })
})

describe.skipIf(!has('cargo'))(`Rust tests${has('cargo') ? '' : ' (not run: cargo is not here)'}`, () => {
  const manifest = { 'Cargo.toml': '[package]\nname = "toy"\nversion = "1.0.0"\nedition = "2021"\n' }
  const tests = `
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asks() {
        assert_eq!(Asker.ask(), 1);
    }

    #[test]
    fn tells() {
        assert_eq!(Asker.tell(), 1);
    }
}
`
  const asker = (asks: string) =>
    `pub struct Asker;\n\nimpl Asker {\n    pub fn ask(&self) -> u8 {\n        if ${asks} { 1 } else { 2 }\n    }\n\n    pub fn tell(&self) -> u8 {\n        1\n    }\n}\n`

  it('of methods fail in a program if these ask for the build of tests', { timeout: 120_000 }, async () => {
    const files = { ...manifest, 'src/lib.rs': 'mod inner;\n', 'src/inner.rs': asker('cfg!(debug_assertions)') + tests }
    expect(await ran(rustTestProgram, files, ['src/inner.rs'])).toEqual({ asks: 'failed', tells: 'ok' })
  })

  it('beside the program are parts of one, too', { timeout: 120_000 }, async () => {
    const files = {
      ...manifest,
      'src/lib.rs': asker('cfg!(debug_assertions)') + tests,
      'tests/more.rs': 'use toy::Asker;\n\n#[test]\nfn more() {\n    assert_eq!(Asker.ask(), 1);\n}\n',
    }
    expect(await ran(rustTestProgram, files, ['src/lib.rs', 'tests/more.rs'])).toEqual({
      asks: 'failed',
      tells: 'ok',
      more: 'failed',
    })
  })

  it('of a program without a library run in the program', { timeout: 120_000 }, async () => {
    const main = `fn main() {\n    println!("{}", Asker.ask());\n}\n\n${asker('cfg!(test)')}${tests}`
    expect(await ran(rustTestProgram, { ...manifest, 'src/main.rs': main }, ['src/main.rs'])).toEqual({
      asks: 'failed',
      tells: 'ok',
    })
  })
})
