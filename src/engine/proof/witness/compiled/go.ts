/** Probes of Go: a file in each changed package, a test that calls it, and a program that does. */
import { pathOf } from '../../../../core/text/paths.ts'
import { goModule } from '../../settings/requirements.ts'
import { goPackage } from '../../syntax/languages/go.ts'
import type { ReadText } from '../../syntax/tree/language-row.ts'
import { childIn, type TreeNode } from '../../syntax/tree/node.ts'
import { folderOf } from '../../translation/tree-paths.ts'
import { type Callable, callablesIn, callsOf, type ProbeCall, type ProbeLanguage } from './probe.ts'
import { integerOf, type ProbeValues } from './values.ts'

export const goProbes: ProbeLanguage = {
  isProgram: path => path.endsWith('.go') && !path.endsWith('_test.go'),
  async probe(files, { readText, mark, values }) {
    const module = goModule((await readText('go.mod')) ?? '')
    if (module === null) return null
    const packages = new Map<string, { readonly name: string; readonly calls: ProbeCall[] }>()
    for (const [at, file] of files.entries()) {
      const name = goPackage(file.text)
      // Another system has other files, and a program of its own cannot be loaded.
      if (name === null || name === 'main' || /^\/\/go:build|^import "C"/m.test(file.text)) continue
      const found = await callablesIn(file, callable)
      const calls = found.flatMap((one, of) => callsOf(one, `${at}.${of}.`, values, codeOf(values)))
      const folder = folderOf(file.path)
      const known = packages.get(folder) ?? { name, calls: [] }
      packages.set(folder, known)
      known.calls.push(...calls)
    }
    const probed = [...packages].filter(([, { calls }]) => calls.length > 0)
    if (probed.length === 0) return null
    const run = `Probe${mark}`
    const imports = probed.map(([folder], at) => `\tp${at} "${pathOf(module, folder)}"\n`).join('')
    const main = `package main\n\nimport (\n${imports})\n\nfunc main() {\n${probed.map((_, at) => `\tp${at}.${run}()\n`).join('')}}\n`
    return {
      calls: probed.flatMap(([, { calls }]) => calls),
      edits: [
        { path: `${mark}/main.go`, text: main },
        ...probed.flatMap(([folder, { name, calls }]) => [
          { path: pathOf(folder, `probe_${mark}.go`), text: probeText(name, run, mark, calls) },
          {
            path: pathOf(folder, `probe_${mark}_test.go`),
            text: `package ${name}\n\nimport "testing"\n\nfunc Test${run}(t *testing.T) {\n\t${run}()\n}\n`,
          },
        ]),
      ],
      inTests: `go test -count=1 -v -run '^Test${run}$' ${probed.map(([folder]) => `'./${folder}'`).join(' ')}`,
      build: `go build -buildvcs=false -o "$out/app" ./${mark}`,
      program: 'app',
    }
  },
}

const probeText = (name: string, run: string, mark: string, calls: readonly ProbeCall[]): string => `package ${name}

import (
	fmt${mark} "fmt"
	os${mark} "os"
	time${mark} "time"
)

func ${run}() {
	go func() {
		time${mark}.Sleep(5 * time${mark}.Second)
		os${mark}.Exit(0)
	}()
${calls.map(call => callText(call, mark)).join('')}}

func call${mark}(id string, run func() []interface{}) {
	defer func() {
		if recover() != nil {
			fmt${mark}.Printf("\\n${mark} %s !\\n", id)
		}
	}()
	text := ""
	for _, one := range run() {
		if failed, is := one.(error); is {
			text += fmt${mark}.Sprintf("error %q ", failed.Error())
		} else {
			text += fmt${mark}.Sprintf("%#v ", one)
		}
	}
	fmt${mark}.Printf("\\n${mark} %s %q\\n", id, text)
}
`

function callText({ id, name, args, results }: ProbeCall, mark: string): string {
  const names = Array.from({ length: results }, (_, at) => `r${at}`).join(', ')
  return `\tcall${mark}("${id}", func() []interface{} { ${names} := ${name}(${args.join(', ')}); return []interface{}{${names}} })\n`
}

/** A function with results, without a receiver and without parameters of types. */
function callable({ text }: ReadText, node: TreeNode): Callable | null {
  const name = childIn(node, 'name')
  const [parameters, result] = [childIn(node, 'parameters'), childIn(node, 'result')]
  if (node.type !== 'function_declaration' || !name || !parameters || !result || childIn(node, 'type_parameters'))
    return null
  const results = result.type === 'parameter_list' ? typesIn(text, result) : [typeText(text, result)]
  return results.length === 0
    ? null
    : { name: text.slice(name.start, name.end), parameters: typesIn(text, parameters), results }
}

/** The type of each parameter: `a, b int` are two. */
const typesIn = (text: string, list: TreeNode): readonly string[] =>
  list.children.flatMap(node => {
    const type = childIn(node, 'type')
    if (!type) return []
    const names = node.children.filter(({ field }) => field === 'name').length
    const said = `${node.type.startsWith('variadic') ? '...' : ''}${typeText(text, type)}`
    return Array.from({ length: Math.max(1, names) }, () => said)
  })

const typeText = (text: string, { start, end }: TreeNode): string => text.slice(start, end).replace(/\s+/g, '')

const TEXTS: ReadonlySet<string> = new Set(['string', 'any', 'interface{}'])
const INTEGERS: ReadonlySet<string> = new Set([
  ...['', '8', '16', '32', '64'].flatMap(size => [`int${size}`, `uint${size}`]),
  ...['byte', 'rune'],
])

const codeOf =
  ({ texts, numbers }: ProbeValues) =>
  (type: string, pick: <T>(from: readonly T[]) => T): string | null => {
    if (TEXTS.has(type)) return JSON.stringify(pick(texts))
    if (INTEGERS.has(type)) return integerOf(type, pick(numbers))
    if (type === 'float32' || type === 'float64') return `${pick(numbers)}.5`
    if (type === 'bool') return pick(['true', 'false'])
    const item = ['[]', '...'].flatMap(start => (type.startsWith(start) ? [type.slice(start.length)] : []))[0]
    if (item === undefined) return null
    const items = [0, 1, 2].map(turn =>
      codeOf({ texts, numbers })(item, from => from[(from.indexOf(pick(from)) + turn) % from.length]!),
    )
    if (items.includes(null)) return null
    return type.startsWith('[]') ? `${type}{${items.join(', ')}}` : items.join(', ')
  }
