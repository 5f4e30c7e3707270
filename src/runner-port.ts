/** The seam to test runners; part of ports.ts, which has no room for it. */
import type { SuiteReport } from './core/proof/test-results.ts'

/** Files of one tree, read on demand. */
export interface TreeReader {
  readonly list: readonly string[]
  readText(path: string): Promise<string | null>
}
/** A suite that is started directly, with our own reporter that the tests cannot replace. */
export interface TestRunner {
  /** `vitest`, `node:test`, `pytest`, … */
  readonly name: string
  /** Whether it can run single files. */
  readonly selectsFiles: boolean
  launch(how: SuiteLaunch): { readonly command: string; readonly tools: Readonly<Record<string, string>> }
  /** Null without a report from our reporter: then the result is unknown, whatever the exit code. */
  read(seen: SuiteOutput): SuiteReport | null
  /** Whether it looks for tests in a file of this name. */
  isTestFile(path: string): boolean
  /** Files, folders and patterns of tests named by the project's own command. */
  readonly operands?: readonly string[]
  /** Whether all files are loaded into one process, so that one can affect another. */
  readonly sharesProcess?: true
  /** A test that must fail, to be placed where `beside` is found, and that loads these if it can; null if a file cannot be a test. */
  control(beside: string, subjects: readonly string[]): { readonly path: string; readonly text: string } | null
}

export interface SuiteLaunch {
  /** Null runs the whole suite. */
  readonly files: readonly string[] | null
  /** Another order, time zone and locale, to reveal tests that pass by chance. */
  readonly shuffled?: number
  /** Of one file only the test with this id, if the runner supports it: it should not need the others. */
  readonly alone?: string | undefined
}

export interface SuiteOutput {
  readonly report: string | null
  readonly stdout: string
  readonly output: string
  readonly exitCode: number | null
  /** As given by `launch`: it contains the proof that a report is ours. */
  readonly tools: Readonly<Record<string, string>>
}

export interface Runners {
  readonly witness: WitnessPrograms
  /** The runner of a test command, found in the files of a tree; null if it is none of ours. */
  recognise(command: string, tree: TreeReader): Promise<TestRunner | null>
  /** The test files of a tree, without running any: files that the command names to its runner or interpreter, or that its runner looks for. */
  testFiles(command: string, tree: TreeReader): Promise<readonly string[]>
}

/** Programs that run in rooms: one records the calls of a test file into the program, another makes them again in a plain program. */
export interface WitnessPrograms {
  readonly javascript: Recording & {
    readonly plain: PlainTests & {
      /** A module that takes the place of the runner's, and writes results to the file `log` beside it. */
      standIn(runner: 'node:test' | 'vitest', log: string): string
    }
  }
  readonly python: Recording & {
    readonly plain: PlainTests & {
      readonly harness: string
      /** A test for the end of a file, which runs the others by the file `harness`. */
      ownTest(mark: string, names: { readonly harness: string; readonly log: string; readonly file: string }): string
    }
  }
}

interface Recording {
  /** The text to add to a test file: a function of this name that writes to the file `log`. */
  recorder(names: { readonly name: string; readonly log: string; readonly stream: string }): string
  /** The command of the replay, and its tools. */
  readonly command: string
  tools(traces: unknown): Readonly<Record<string, string>>
}

/** Runs test files without their runner, in a plain process. */
interface PlainTests {
  readonly command: string
  tools(job: unknown): Readonly<Record<string, string>>
}
