interface CommandRow {
  /** The commented line in the pm-agent.yaml that `init` writes, for projects of any language; commands without one are not in that file. */
  readonly example?: string
  /** The package.json scripts for it. */
  readonly scripts?: readonly string[]
  /** Its position in the order of gates; commands without one are not gates. */
  readonly gate?: number
  /** Other names of the gate in a task's `Gates` field. */
  readonly spellings?: readonly string[]
  /** Only the release gate runs it: no task has to pass it. */
  readonly release?: true
  /** The description in the schema of the settings. */
  readonly help?: string
}

/** Every command that a project can have. */
const ROWS = {
  setup: { example: 'make setup' },
  test: { example: 'make test', scripts: ['test'], gate: 4, spellings: ['tests', 'unit'] },
  lint: { example: 'make lint', scripts: ['lint'], gate: 3, spellings: ['linter', 'linting'] },
  typecheck: {
    example: 'make typecheck',
    scripts: ['typecheck', 'type-check', 'tsc'],
    gate: 2,
    spellings: ['types', 'typechecking'],
  },
  build: { example: 'make build', scripts: ['build'], gate: 1 },
  format: {
    help: 'Formats the files that a task changed before they are proven; the files are appended, or replace {files}',
  },
  test_all: { release: true, help: 'The complete test suite, for the release gate; default: test' },
  migrate: { release: true, help: 'Migrates the data forward; the release gate runs it' },
  migrate_back: { release: true, help: 'Takes the migration back; the release gate runs it after migrate' },
} as const satisfies Readonly<Record<string, CommandRow>>

export type CommandName = keyof typeof ROWS
export type Commands = Readonly<Partial<Record<CommandName, string>>>

export const COMMAND_ROWS: Readonly<Record<CommandName, CommandRow>> = ROWS
export const COMMAND_NAMES = Object.keys(ROWS) as readonly CommandName[]

/** Commands that are gates. */
export type CommandGate = {
  [K in CommandName]: (typeof ROWS)[K] extends { readonly gate: number } ? K : never
}[CommandName]

/** Gates for the project's own commands, in the order in which they run. */
export const COMMAND_GATES = COMMAND_NAMES.filter(isGate).sort((one, other) => ROWS[one].gate - ROWS[other].gate)

function isGate(name: CommandName): name is CommandGate {
  return 'gate' in ROWS[name]
}

/** The commands that tasks have to pass. */
export const withoutReleaseCommands = (commands: Commands): Commands =>
  Object.fromEntries(Object.entries(commands).filter(([name]) => !COMMAND_ROWS[name as CommandName]?.release))
