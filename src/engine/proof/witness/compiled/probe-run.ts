/** How a probe is run, and what its output says. */

import type { Tree } from '../../../../core/plan/ids.ts'
import type { Case } from '../../case.ts'
import { isTest } from '../../change/test-files.ts'
import { staged } from '../../forms/staged.ts'
import type { CommandOutcome } from '../../suite/bench.ts'
import type { ProbeCall, ProbeProgram } from './probe.ts'

const COMMAND = 'sh {tools}/probe.sh'

export const probeTools = (
  probe: ProbeProgram,
  mark: string,
  tests: readonly string[],
): Readonly<Record<string, string>> => ({
  'probe.sh': scriptOf(probe, mark),
  tests: tests.map(path => `${path}\n`).join(''),
})

/** Runs a probe of a tree; `name` is its name on the receipt. */
export async function runProbe(
  on: Case,
  tree: Tree,
  probe: ProbeProgram,
  { name, mark, minutes }: { readonly name: string; readonly mark: string; readonly minutes: number },
) {
  const tests = (await on.ports.vault.list(tree)).filter(path => isTest(on, path))
  const wish = { command: COMMAND, tools: probeTools(probe, mark, tests), minutes }
  return { command: COMMAND, outcome: await on.bench.fresh(await staged(on, tree, probe.edits, name), wish) }
}

export interface ProbeReading {
  /** The program builds with the files of its tests alone. */
  readonly needsTests: boolean
  readonly compared: readonly ProbeComparison[]
}

export function readProbe(
  { stdout, place }: Pick<CommandOutcome, 'stdout' | 'place'>,
  calls: readonly ProbeCall[],
  mark: string,
): ProbeReading {
  const inside = printedResults(stdout.split(`${mark}-tests`)[1] ?? '', mark, place)
  return {
    needsTests: outsideOf(stdout, mark).includes(`${mark}-needs-tests`),
    compared: readOutside(stdout, calls, mark).flatMap(one => {
      const result = inside.get(one.call.id)
      return result === undefined ? [] : [{ ...one, inside: result }]
    }),
  }
}

const outsideOf = (stdout: string, mark: string): string => stdout.split(`${mark}-tests`)[0]!

/** Calls with a result that is the same in every program. */
export function readOutside(
  stdout: string,
  calls: readonly ProbeCall[],
  mark: string,
): readonly Omit<ProbeComparison, 'inside'>[] {
  const text = outsideOf(stdout, mark)
  const root = /^root (.+)$/m.exec(text)?.[1]?.trim()
  const turns = text
    .split(`${mark}-turn`)
    .slice(1)
    .map(turn => printedResults(turn, mark, root))
  return calls.flatMap(call => {
    const outside = turns[0]?.get(call.id)
    const isSteady = turns.every(turn => turn.get(call.id) === outside)
    return outside === undefined || !isSteady ? [] : [{ call, outside }]
  })
}

export interface ProbeComparison {
  readonly call: ProbeCall
  readonly inside: string
  readonly outside: string
}

/** The program comes first: tests may change files. An order that is chance is another one in one of four turns. */
const scriptOf = ({ build, program, inTests }: ProbeProgram, mark: string): string => `
room=$(pwd)
home=$(mktemp -d /tmp/uXXXXXX) || exit 2
trap 'chmod -R u+w "$home"; rm -rf "$home"' EXIT
out="$home/out"
lay() {
  mkdir -p "$out" "$1" && cp -R . "$1/" && rm -rf "$1/.git" "$1/target" && cd "$1"
}
built() (
  for name in $(env | sed -n 's/^\\(PM_AGENT[A-Z_]*\\)=.*/\\1/p'); do unset "$name"; done
  unset NO_COLOR CI
  export TERM=xterm-256color
  ${build} >&2
)
lay "$home/app" || exit 2
while read -r path; do
  case $path in
    *.rs) [ ! -f "$path" ] || echo 'fn main() {}' > "$path" ;;
    *) rm -f "$path" ;;
  esac
done < {tools}/tests
find . -name 'probe_${mark}_test.go' -delete
if built; then
  mkdir -p .git/refs "$home/dev"
  echo 'ref: refs/heads/main' > .git/HEAD
  echo "root $home/app"
  for turn in 1 2 3 4; do
    echo ${mark}-turn
    env -i PATH="$PATH" HOME="$home/dev" USER=dev SHELL=/bin/sh LANG=en_US.UTF-8 TZ=UTC TERM=xterm-256color "$out/${program}" < /dev/null 2> /dev/null
  done
else
  cd "$room" && lay "$home/whole" && built && echo ${mark}-needs-tests
fi
cd "$room" || exit 2
echo ${mark}-tests
${inTests}
`

/** The results that a probe printed, by the id of their call, without those that panicked. */
function printedResults(stdout: string, mark: string, place: string | undefined): ReadonlyMap<string, string> {
  const text = (said: string) => (place === undefined ? said : said.replaceAll(place, '.'))
  const lines = stdout.split(/\r?\n/).flatMap(line => {
    const found = line.split(`${mark} `)[1]
    if (found === undefined) return []
    const space = found.indexOf(' ')
    return [[found.slice(0, space), text(found.slice(space + 1))] as const]
  })
  return new Map(lines.filter(([, said]) => said !== '!' && !ADDRESS.test(said)))
}

/** An address is another one in each process. */
const ADDRESS = /0x[0-9a-f]{6,}/
