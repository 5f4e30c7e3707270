/** A vi editor in shell: 29 tasks in 8 phases, small enough to be planned, built with mistakes and proven within a test. */

/** One feature of the editor. */
interface Feature {
  /** The name of its file in `lib/` and of its test. */
  readonly name: string
  readonly title: string
  /** Its file; the editor itself for the first one. */
  readonly code: string
  /** What its author writes at first; absent if the first attempt is right. */
  readonly mistake?: string
  /** A mistake that its own criterion does not show, only that of its phase. */
  readonly hidden?: string
  /** Keys for the text `a b`, `c`, `d`, and the lines that they leave, separated by commas. */
  readonly keys: string
  readonly leaves: string
}

interface PhaseOfVi {
  readonly title: string
  readonly domain: string
  readonly needs: readonly number[]
  /** Shows that its features work together. */
  readonly keys: string
  readonly leaves: string
  readonly features: readonly Feature[]
}

const feature = (
  name: string,
  title: string,
  keys: string,
  leaves: string,
  code: string,
  mistake?: string,
): Feature => ({
  ...{ name, title, keys, leaves, code: `${code}\n` },
  ...(mistake === undefined ? {} : { mistake: `${mistake}\n` }),
})

/** Reads the text, carries out each key (`i=text` has an argument), and prints the result. */
const EDITOR = `#!/bin/sh
here=$(dirname "$0")
T=$(mktemp -d)
trap 'rm -rf "$T"' EXIT
cat > "$T/buf"
row=1
col=1
show() { cat "$T/buf"; }
for f in "$here"/lib/*.sh; do
  if [ -e "$f" ]; then . "$f"; fi
done
for key in "$@"; do
  name=\${key%%=*}
  if command -v before >/dev/null; then before "$name"; fi
  if command -v "key_$name" >/dev/null; then "key_$name" "\${key#*=}"; else echo "unknown key $name"; fi
done
show`

const sed = (script: string) => `sed -i "${script}" "$T/buf"`

const undo = (keep: string) => `before() { if [ "$1" != u ]; then ${keep}; fi; }\nkey_u() { cp "$T/old" "$T/buf"; }`

export const VI_PHASES: readonly PhaseOfVi[] = [
  {
    ...{ title: 'Foundation', domain: 'core', needs: [], keys: 'nop q', leaves: 'a b,c,d,' },
    features: [
      feature('editor', 'Set up the editor', '', 'a b,c,d,', EDITOR),
      feature('nop', 'Add the key that does nothing', 'nop', 'a b,c,d,', 'key_nop() { :; }', 'key_nop() { echo nop; }'),
      feature('q', 'Add the key q', 'q', 'a b,c,d,', 'key_q() { :; }'),
    ],
  },
  {
    ...{ title: 'Buffer Management', domain: 'buffer', needs: [1], keys: 'dd above=x', leaves: 'x,c,d,' },
    features: [
      // The first attempt takes the last line.
      feature('dd', 'Delete a line', 'dd', 'c,d,', `key_dd() { ${sed('${row}d')}; }`, `key_dd() { ${sed('\\$d')}; }`),
      feature('above', 'Open a line above', 'above=x', 'x,a b,c,d,', `key_above() { ${sed('${row}i $1')}; }`),
      feature('below', 'Open a line below', 'below=x', 'a b,x,c,d,', `key_below() { ${sed('${row}a $1')}; }`),
      feature('join', 'Join lines', 'join', 'a b c,d,', `key_join() { ${sed('${row}{N;s/\\n/ /}')}; }`),
    ],
  },
  {
    ...{ title: 'Navigation', domain: 'movement', needs: [2], keys: 'G k dd gg dd', leaves: 'd,' },
    features: [
      feature('j', 'Move down', 'j dd', 'a b,d,', 'key_j() { row=$((row + 1)); }'),
      // The first attempt moves down.
      feature('k', 'Move up', 'j j k dd', 'a b,d,', 'key_k() { row=$((row - 1)); }', 'key_k() { row=$((row + 1)); }'),
      feature('G', 'Move to the end', 'G dd', 'a b,c,', 'key_G() { row=$(wc -l < "$T/buf"); }'),
      feature('gg', 'Move to the beginning', 'j gg dd', 'c,d,', 'key_gg() { row=1; }'),
    ],
  },
  {
    ...{ title: 'Editing', domain: 'editing', needs: [2], keys: 'x i=z yy p', leaves: 'z b,z b,c,d,' },
    features: [
      feature('x', 'Delete a character', 'x', ' b,c,d,', `key_x() { ${sed('${row}s/.//')}; }`),
      feature('i', 'Insert text', 'i=z', 'za b,c,d,', `key_i() { ${sed('${row}s/^/$1/')}; }`),
      // The first attempt appends to every line.
      feature(
        'A',
        'Append text',
        'A=z',
        'a bz,c,d,',
        `key_A() { ${sed('${row}s/\\$/$1/')}; }`,
        `key_A() { ${sed('s/\\$/$1/')}; }`,
      ),
      feature('r', 'Replace a character', 'r=z', 'z b,c,d,', `key_r() { ${sed('${row}s/./$1/')}; }`),
      feature(
        'yy',
        'Copy and paste a line',
        'yy p',
        'a b,a b,c,d,',
        `key_yy() { sed -n "\${row}p" "$T/buf" > "$T/yank"; }\nkey_p() { ${sed('${row}r $T/yank')}; }`,
      ),
    ],
  },
  {
    // Two changes and one undo: only the phase as a whole shows an undo that keeps nothing but the first text.
    ...{ title: 'Advanced Features', domain: 'history', needs: [3, 4], keys: 'x dd u', leaves: ' b,c,d,' },
    features: [
      {
        ...feature('u', 'Undo a change', 'dd u', 'a b,c,d,', undo('cp "$T/buf" "$T/old"')),
        hidden: undo('if [ ! -e "$T/old" ]; then cp "$T/buf" "$T/old"; fi'),
      },
      feature('s', 'Substitute in a line', 's=a/y', 'y b,c,d,', `key_s() { ${sed('${row}s/$1/')}; }`),
      feature(
        'all',
        'Substitute everywhere',
        'all=[ac]/y',
        'y b,y,d,',
        `key_all() { ${sed('s/$1/g')}; }`,
        'key_all() { :; }',
      ),
      feature('n', 'Search', 'n=c dd', 'a b,d,', 'key_n() { row=$(grep -n "$1" "$T/buf" | head -1 | cut -d: -f1); }'),
    ],
  },
  {
    ...{ title: 'File Input and Output', domain: 'files', needs: [2], keys: 'w=out dd e=out', leaves: 'a b,c,d,' },
    features: [
      feature('w', 'Write a file', 'w=out dd', 'c,d,', 'key_w() { cp "$T/buf" "$T/$1"; }'),
      feature(
        'e',
        'Read a file',
        'e=none',
        'a b,c,d,',
        'key_e() { if [ -e "$T/$1" ]; then cp "$T/$1" "$T/buf"; fi; }',
        'key_e() { cp "$T/$1" "$T/buf" || : > "$T/buf"; }',
      ),
      feature('only', 'Keep only one line', 'j only', 'c,', `key_only() { ${sed('${row}!d')}; }`),
    ],
  },
  {
    ...{ title: 'Display and Command Line', domain: 'display', needs: [2], keys: 'nu dd', leaves: '1 c,2 d,' },
    features: [
      feature(
        'nu',
        'Show line numbers',
        'nu',
        '1 a b,2 c,3 d,',
        `key_nu() { show() { awk '{ print NR " " $0 }' "$T/buf"; }; }`,
      ),
      feature('eq', 'Show the row', 'eq', '1,a b,c,d,', 'key_eq() { echo "$row"; }'),
      feature(
        'wc',
        'Show the number of lines',
        'wc',
        '3,a b,c,d,',
        'key_wc() { grep -c "" "$T/buf"; }',
        'key_wc() { wc -c < "$T/buf"; }',
      ),
    ],
  },
  {
    ...{
      title: 'Integration and Documentation',
      domain: 'documentation',
      needs: [5, 6, 7],
      keys: 'about dd u nu',
      leaves: 'vi in shell,1 a b,2 c,3 d,',
    },
    features: [
      feature('about', 'Say its name', 'about', 'vi in shell,a b,c,d,', 'key_about() { echo "vi in shell"; }'),
      feature('help', 'List the keys', 'help', 'q x,a b,c,d,', 'key_help() { echo "q x"; }'),
      feature('D', 'Delete to the end of the text', 'j D', 'a b,', `key_D() { ${sed('${row},\\$d')}; }`),
    ],
  },
]

/** The command that shows keys, and its exact output. */
const shown = ({ keys, leaves }: Pick<Feature, 'keys' | 'leaves'>) => ({
  command: `printf 'a b\\nc\\nd\\n' | sh vi.sh ${keys.replace(/\S*[[/]\S*/g, "'$&'")} | tr '\\n' ,`.replace('  ', ' '),
  expect: leaves,
})

const pathOf = ({ name }: Feature): string => (name === 'editor' ? 'vi.sh' : `lib/${name}.sh`)

/** A task of the planner's answer. */
const proposed = (own: Feature, id: string, needs: readonly string[]) => ({
  ...{ id, title: own.title, kind: 'feature', needs, criteria: [shown(own)] },
  files: { create: [pathOf(own)], test: [`tests/${own.name}.sh`] },
})

/** Needs within a phase: everything works on the editor, and moves show by deleting. */
const inPhase = (features: readonly Feature[], idOf: (at: number) => string) =>
  features.map((own, at) => proposed(own, idOf(at), features[0]!.name === 'editor' && at > 0 ? [idOf(0)] : []))

/** The answers of a planner that is asked for the editor, phase by phase or as a whole. */
export function viAnswers(): Readonly<Record<string, readonly { readonly report: unknown }[]>> {
  const phases = VI_PHASES.map(phase => ({
    ...{ title: phase.title, goal: `Build ${phase.title}`, domain: phase.domain, tasks: phase.features.length },
    ...{ needs: phase.needs, criteria: [shown(phase)] },
  }))
  const starts = VI_PHASES.map((_, at) =>
    VI_PHASES.slice(0, at).reduce((sum, { features }) => sum + features.length, 0),
  )
  const flat = VI_PHASES.flatMap((phase, at) => {
    const before = phase.needs.flatMap(need =>
      VI_PHASES[need - 1]!.features.map((_, place) => String(starts[need - 1]! + place + 1)),
    )
    return inPhase(phase.features, place => String(starts[at]! + place + 1)).map(task => ({
      ...task,
      needs: [...before, ...task.needs],
    }))
  })
  return {
    phases: [{ report: { title: 'Vi', summary: 'An editor.', phases } }],
    tasks: [{ report: { tasks: flat } }],
    ...Object.fromEntries(
      VI_PHASES.map(({ features }, at) => [
        `phase-${at + 1}`,
        [{ report: { tasks: inPhase(features, place => String(place + 1)) } }],
      ]),
    ),
  }
}

/** The work of scripted workers, by task. A feature with a mistake is right in its second attempt, or in the task that repairs its phase. */
export function viWork(form: 'hierarchical' | 'flat'): Readonly<Record<string, readonly unknown[]>> {
  let count = 0
  const work: Record<string, readonly unknown[]> = {}
  for (const [phase, { features }] of VI_PHASES.entries())
    for (const [at, own] of features.entries()) {
      count++
      // A flat plan has no phases that would show it.
      const hidden = form === 'flat' ? undefined : own.hidden
      const mistakes = own.mistake === undefined ? [] : [attempt(own, own.mistake)]
      work[form === 'flat' ? `${count}` : `${phase + 1}/${at + 1}`] = [...mistakes, attempt(own, hidden ?? own.code)]
      if (hidden !== undefined) work[`${phase + 1}.a`] = [attempt(own, own.code)]
    }
  return work
}

const attempt = (own: Feature, text: string) => {
  const { command, expect } = shown(own)
  const check = { write: { path: `tests/${own.name}.sh`, text: `[ "$(${command})" = '${expect}' ]\n` } }
  return { steps: [{ write: { path: pathOf(own), text } }, check], report: { status: 'success', summary: 'done' } }
}

/** The commands that show every feature and every phase, each with its exact output. */
export const VI_CHECKS = VI_PHASES.flatMap(phase => [...phase.features, phase].map(shown))
