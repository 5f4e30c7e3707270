import { REPLAY_LEGEND } from '../../core/shown/replay-words.ts'
import type { Context } from './context.ts'

/** A flag of a command; one with a `value` takes it from the next word, which an `optional` one can do without. */
interface FlagSpec {
  readonly name: string
  readonly short?: string
  readonly value?: string
  readonly optional?: true
  readonly words: string
}

/** What is given to a command: its one argument, and its flags as they are written. */
export interface Given {
  readonly argument?: string
  readonly json?: boolean
  readonly run?: string
  readonly message?: string
  readonly keep?: boolean
  readonly small?: boolean
  readonly diff?: boolean
  readonly prompt?: boolean
  readonly review?: boolean
  readonly attempt?: string
  readonly output?: string
  readonly follow?: boolean
  readonly watch?: boolean
  readonly agent?: string
  readonly judge?: string
  readonly 'accept-baseline'?: boolean
  readonly anew?: boolean
  readonly 'take-over'?: boolean
  readonly fresh?: boolean
  readonly quick?: boolean
  readonly parallel?: string
  readonly budget?: string
  readonly only?: string
  readonly until?: string
  readonly all?: boolean
  readonly 'dry-run'?: boolean
  readonly rehearse?: string | true
  readonly last?: string
  readonly path?: string
  readonly verbose?: boolean
  readonly show?: string
  readonly family?: string
  readonly runner?: string
  readonly dir?: string
}

/** A command as data, so that whoever reads the command line and whoever explains it read the same page. */
export interface CommandSpec {
  readonly group: 'start' | 'plan' | 'run' | 'look' | 'decide' | 'after'
  readonly name: string
  readonly argument?: { readonly name: string; readonly required: boolean }
  readonly words: string
  readonly flags: readonly FlagSpec[]
  /** What its help says after the flags. */
  readonly more?: readonly string[]
  /** Loads the command and runs it; its exit code comes back. */
  run(context: Context, given: Given): Promise<number>
}

const JSON_FLAG: FlagSpec = { name: 'json', words: 'one JSON document' }
const RUN_FLAG: FlagSpec = { name: 'run', value: 'RUN', words: 'a run or plan id; the newest by default' }
const MESSAGE_FLAG: FlagSpec = { name: 'message', short: 'm', value: 'TEXT', words: 'why, or a hint for the agent' }
const TASK = { name: 'TASK', required: true }

/** What a human decides about one task. */
const decision = (name: 'approve' | 'waive' | 'skip', words: string): CommandSpec => ({
  group: 'decide',
  name,
  argument: TASK,
  words,
  flags: [MESSAGE_FLAG, RUN_FLAG],
  run: async (context, given) =>
    (await import('./commands/tell.ts')).tellTask(context, `${name}-task`, given.argument!, given),
})

export const COMMANDS: readonly CommandSpec[] = [
  {
    group: 'start',
    name: 'init',
    words: 'write pm-agent.yaml with the commands found in this repository',
    flags: [],
    run: async context => (await import('./commands/init.ts')).init(context),
  },
  {
    group: 'start',
    name: 'doctor',
    words: 'what pm-agent needs here, what it found, and what to do about what is missing',
    flags: [{ name: 'run', words: 'run the commands of the project in a clean room as well' }, JSON_FLAG],
    run: async (context, given) =>
      (await import('./commands/doctor.ts')).doctor(context, { ...given, run: given.run !== undefined }),
  },
  {
    group: 'start',
    name: 'demo',
    words: 'a plan played by scripted agents, some of which claim falsely, in a throw-away repository',
    flags: [
      { name: 'keep', words: 'keep the repository and say where it is' },
      { name: 'small', words: 'a plan of four tasks instead of thirteen' },
    ],
    run: async (context, given) => (await import('./commands/demo.ts')).demo(context, given),
  },
  {
    group: 'start',
    name: 'replay',
    argument: { name: 'A..B', required: false },
    words: 'would your own history have passed? each commit is proven as if an agent had handed it in',
    flags: [
      { name: 'last', value: 'N', words: 'the newest N commits (20)' },
      { name: 'path', value: 'PATHS', words: 'only commits that touch one of these, as in src,lib' },
      { name: 'verbose', words: 'everything that the checks of each commit said' },
      { name: 'show', value: 'COMMIT', words: 'only this commit, with everything that its checks said' },
      JSON_FLAG,
    ],
    more: REPLAY_LEGEND,
    run: async (context, given) => (await import('./commands/replay.ts')).replay(context, given.argument, given),
  },
  {
    group: 'start',
    name: 'bench',
    argument: { name: 'SUITE', required: true },
    words: 'bench lies: plays every lying agent of the catalogue against this very program, and their honest twins',
    flags: [
      { name: 'family', value: 'LETTER', words: 'only this family: F, T, C, S, H, X, G, P, R, W or I' },
      { name: 'only', value: 'LIES', words: 'only these, as in T1,C3/filters-failures' },
      { name: 'runner', value: 'NAME', words: 'only on this fixture: node-test, vitest or pytest' },
      { name: 'parallel', value: 'N', words: 'how many at once (default 4)' },
      { name: 'dir', value: 'FOLDER', words: 'lies of your own instead of the shipped ones' },
      { name: 'keep', words: 'keep the repositories that were played in' },
      JSON_FLAG,
    ],
    run: async (context, given) => (await import('./commands/bench.ts')).bench(context, given.argument!, given),
  },
  {
    group: 'start',
    name: 'completion',
    argument: { name: 'SHELL', required: true },
    words: 'complete commands and flags in bash, zsh or fish',
    flags: [],
    run: async (context, given) => (await import('./commands/completion.ts')).completion(context, given.argument!),
  },
  {
    group: 'start',
    name: 'version',
    words: 'print the version of pm-agent',
    flags: [],
    run: async context => {
      context.terminal.print((await import('./version.ts')).VERSION)
      return 0
    },
  },
  {
    group: 'start',
    name: 'help',
    argument: { name: 'COMMAND', required: false },
    words: 'explain pm-agent, or one of its commands and every flag of it',
    flags: [],
    run: async (context, given) => {
      const { fullParse } = await import('./full-parse.ts')
      const { argument: name } = given
      if (name === undefined) return fullParse(['--help'], context)
      // The parser says of a command that does not exist which one may be meant.
      return fullParse(COMMANDS.some(command => command.name === name) ? [name, '--help'] : [name], context)
    },
  },
  {
    group: 'plan',
    name: 'check',
    argument: { name: 'PLAN', required: false },
    words: 'everything there is to say about a plan, and how each task will be proven',
    flags: [JSON_FLAG],
    run: async (context, given) =>
      (await import('./commands/check.ts')).check(context, { plan: given.argument, ...given }),
  },
  {
    group: 'run',
    name: 'run',
    argument: { name: 'PLAN', required: false },
    words: 'carry out a plan, or go on with it; PLAN is a path, the name of a plan, or left out where one is meant',
    flags: [
      {
        name: 'agent',
        value: 'AGENT',
        words:
          'who works: claude, codex, opencode, gemini (claude:MODEL), acp:"CMD", command:"node agent.mjs", scripted:FILE, or a name from pm-agent.yaml',
      },
      {
        name: 'judge',
        value: 'AGENT',
        words: 'who looks at what no command can settle, in the words of --agent; it can only object',
      },
      { name: 'parallel', value: 'N', words: 'how many agents at once (default 3)' },
      { name: 'budget', value: 'USD', words: 'what the run may cost where money is metered (default 25)' },
      { name: 'only', value: 'TASKS', words: 'start only these tasks, as in 3,4' },
      { name: 'until', value: 'PHASE|TASK', words: 'return when this phase (execute, done) or task is reached' },
      { name: 'quick', words: 'no proof and no second try: results are called unverified, the first failure stops' },
      { name: 'dry-run', words: 'order, contracts, commands and what will wait for you; starts nothing' },
      {
        name: 'rehearse',
        value: 'SCRIPT',
        optional: true,
        words:
          'play agents, checks, merges and your decisions from a script (YAML or JSON) in a throw-away copy; without one all goes well',
      },
      {
        name: 'anew',
        words: 'begin again from your last commit; the earlier run, its branch and its tags are kept under other names',
      },
      { name: 'take-over', words: 'take the run from a pm-agent of this machine that lives and does not answer' },
      { name: 'accept-baseline', words: 'go on although the commands fail on the code as it is (recorded)' },
      { name: 'json', words: 'one event per line' },
    ],
    run: async (context, given) => {
      const options = {
        plan: given.argument,
        acceptBaseline: given['accept-baseline'] === true,
        anew: given.anew === true,
        takeOver: given['take-over'] === true,
        dryRun: given['dry-run'] === true,
        live: true,
        ...given,
      }
      const { rehearse } = given
      if (rehearse === undefined) return (await import('./commands/run.ts')).run(context, options)
      return (await import('./commands/rehearse.ts')).rehearse(context, { ...options, rehearse })
    },
  },
  {
    group: 'run',
    name: 'stop',
    argument: { name: 'TASK', required: false },
    words: 'stop the run that is under way elsewhere, or one task of it; agents are ended, nothing is lost',
    flags: [MESSAGE_FLAG, RUN_FLAG],
    run: async (context, given) => {
      const { stop, tellTask } = await import('./commands/tell.ts')
      return given.argument === undefined ? stop(context, given) : tellTask(context, 'stop-task', given.argument, given)
    },
  },
  {
    group: 'run',
    name: 'tell',
    argument: TASK,
    words: 'say something (-m) to the agent of a task: while it works where it can hear, else with the next attempt',
    flags: [MESSAGE_FLAG, RUN_FLAG],
    run: async (context, given) => (await import('./commands/tell.ts')).tellAgent(context, given.argument!, given),
  },
  {
    group: 'look',
    name: 'status',
    argument: { name: 'TASK', required: false },
    words: 'where the run stands',
    flags: [{ name: 'watch', words: 'the live view of a run that is driven elsewhere' }, JSON_FLAG, RUN_FLAG],
    run: async (context, given) =>
      (await import('./commands/status.ts')).status(context, { task: given.argument, ...given }),
  },
  {
    group: 'look',
    name: 'show',
    argument: TASK,
    words: 'everything about one task',
    flags: [
      { name: 'attempt', value: 'N', words: 'one attempt: its claim, every gate with what it said, and its diff' },
      { name: 'diff', words: 'only what an attempt changed; the last one without --attempt' },
      { name: 'output', value: 'GATE', words: 'everything that the command of a gate printed, as in --output test' },
      { name: 'review', words: 'its review: criteria, gates, files and claims, as it is kept' },
      { name: 'prompt', words: 'exactly what its agents were told: who worked on it, and who judged' },
      { name: 'role', value: 'ROLE', words: 'with --prompt: only what the worker, fixer or verifier was told' },
      JSON_FLAG,
      RUN_FLAG,
    ],
    run: async (context, given) => (await import('./commands/show.ts')).show(context, given.argument!, given),
  },
  {
    group: 'look',
    name: 'why',
    argument: TASK,
    words: 'why a task is where it is, and what each decision was based on',
    flags: [JSON_FLAG, RUN_FLAG],
    run: async (context, given) => (await import('./commands/why.ts')).why(context, given.argument!, given),
  },
  {
    group: 'look',
    name: 'log',
    argument: { name: 'TASK', required: false },
    words: 'what happened, in order; of one task also what its agents said and did',
    flags: [
      { name: 'follow', words: 'go on while it happens' },
      { name: 'json', words: 'one event or remark per line' },
      RUN_FLAG,
    ],
    run: async (context, given) => (await import('./commands/log.ts')).log(context, { task: given.argument, ...given }),
  },
  {
    group: 'look',
    name: 'records',
    argument: { name: 'FILE', required: false },
    words: 'the files kept about the run (ticked plan, context, reviews), on the branch or apart; with FILE its text',
    flags: [JSON_FLAG, RUN_FLAG],
    run: async (context, given) => (await import('./commands/records.ts')).records(context, given.argument, given),
  },
  {
    group: 'look',
    name: 'report',
    words: 'how the run came out: claims against facts, reservations, what to do next',
    flags: [JSON_FLAG, RUN_FLAG],
    run: async (context, given) => (await import('./commands/report.ts')).report(context, given),
  },
  decision('approve', 'let a held task land, or say that what a check asks about is wanted'),
  {
    group: 'decide',
    name: 'retry',
    argument: { name: 'TASK', required: false },
    words: 'send a task back to an agent, which goes on with its files and its session',
    flags: [
      { name: 'fresh', words: 'begin again from the plan branch, without its files and its session' },
      { name: 'all', words: 'every task that failed or whose agent did; questions stay open' },
      MESSAGE_FLAG,
      RUN_FLAG,
    ],
    run: async (context, given) => (await import('./commands/tell.ts')).retry(context, given.argument, given),
  },
  decision('waive', 'let a task land in spite of a check that did not pass; needs -m'),
  decision('skip', 'leave a task out; what needs it goes on without it'),
  {
    group: 'after',
    name: 'clean',
    words: 'remove workspaces and rooms; never the only copy of anything',
    flags: [
      { name: 'run', value: 'RUN', words: 'only what belongs to this run or plan' },
      { name: 'all', words: 'the uninstall: journal and vault too (refused while a branch is nowhere else)' },
      { name: 'dry-run', words: 'say what would go, remove nothing' },
    ],
    run: async (context, given) => (await import('./commands/clean.ts')).clean(context, given),
  },
]
