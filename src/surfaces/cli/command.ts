import type { Context } from './context.ts'

/** A flag of a command; one with a `value` takes it from the next word, which an `optional` one can do without. */
export interface Flag {
  readonly help: string
  readonly value?: string
  readonly optional?: true
  readonly short?: string
}

export type Flags = Readonly<Record<string, Flag>>

/** The flags of a command as they are written: the value of a flag that takes one, else true; left out where absent. */
export type Written<F extends Flags> = { readonly [K in keyof F]?: WrittenValue<F[K]> | undefined }

type WrittenValue<F extends Flag> = F extends { readonly value: string }
  ? F extends { readonly optional: true }
    ? string | true
    : string
  : true

/** The one argument of a command, as its usage shows it: required or optional. */
type ArgumentUsage = `<${string}>` | `[${string}]`

type WrittenArgument<A> = A extends `<${string}>` ? string : string | undefined

interface CommandOf<F extends Flags, A> {
  readonly group: 'start' | 'plan' | 'run' | 'look' | 'decide' | 'after'
  readonly name: string
  readonly argument?: A
  readonly words: string
  readonly flags: F
  /** The end of its help, after the flags. */
  readonly more?: readonly string[]
  /** Loads the command and runs it; its exit code comes back. */
  run(context: Context, flags: Written<F>, argument: WrittenArgument<A>): Promise<number>
}

/** A command as data: the parser, the help and the shell completion read the same table. */
export interface CliCommand extends Omit<CommandOf<Flags, ArgumentUsage | undefined>, 'run'> {
  run(context: Context, flags: AnyWritten, argument: string | undefined): Promise<number>
}

/** The flags of some command as they are written. */
export type AnyWritten = Readonly<Record<string, string | true | undefined>>

/** A row of the table. Its `run` sees exactly the flags of the row, because the parser reads by the same row. */
export const command = <const F extends Flags, const A extends ArgumentUsage | undefined = undefined>(
  row: CommandOf<F, A>,
): CliCommand => row
