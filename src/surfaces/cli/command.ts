import type { Context } from './context.ts'

/** A flag of a command; one with a `value` takes it from the next word, which is optional if `optional`. */
export interface Flag {
  readonly help: string
  readonly value?: string
  readonly optional?: true
  readonly short?: string
}

export type Flags = Readonly<Record<string, Flag>>

/** The flags as given: the value of a flag that takes one, else true; absent if not given. */
export type Written<F extends Flags> = { readonly [K in keyof F]?: WrittenValue<F[K]> }

type WrittenValue<F extends Flag> = F extends { readonly value: string }
  ? F extends { readonly optional: true }
    ? string | true
    : string
  : true

/** The argument of a command, as in its usage: required or optional. */
type ArgumentUsage = `<${string}>` | `[${string}]`

type WrittenArgument<A> = A extends `<${string}>` ? string : string | undefined

interface CommandOf<F extends Flags, A> {
  readonly group: 'start' | 'plan' | 'run' | 'look' | 'decide' | 'after' | 'serve' | 'more'
  readonly name: string
  readonly aliases?: readonly string[]
  readonly argument?: A
  readonly words: string
  readonly flags: F
  /** The end of its help, after the flags. */
  readonly more?: readonly string[]
  /** Loads the command and runs it; returns its exit code. */
  run(context: Context, flags: Written<F>, argument: WrittenArgument<A>): Promise<number>
}

/** A command as data: the parser, the help and the shell completion use the same table. */
export interface CliCommand extends Omit<CommandOf<Flags, ArgumentUsage | undefined>, 'run'> {
  run(context: Context, flags: AnyWritten, argument: string | undefined): Promise<number>
}

/** The flags of some command as given. */
export type AnyWritten = Readonly<Record<string, string | true | undefined>>

/** A row of the table. Its `run` gets exactly the flags of the row, because the parser uses the same row. */
export const command = <const F extends Flags, const A extends ArgumentUsage | undefined = undefined>(
  row: CommandOf<F, A>,
): CliCommand => row
