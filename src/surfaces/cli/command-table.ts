import { REPLAY_LEGEND } from '../../core/shown/replay-words.ts'
import { type CliCommand, command, type Flag } from './command.ts'
import { RUN_FLAGS } from './run/run-flags.ts'

const JSON_FLAG = { help: 'one JSON document' } as const satisfies Flag
const RUN_FLAG = { value: 'RUN', help: 'a run or plan id; the newest by default' } as const satisfies Flag
const MESSAGE_FLAG = { short: 'm', value: 'TEXT', help: 'why, or a hint for the agent' } as const satisfies Flag

/** What a human decides about one task. */
const decision = (name: 'approve' | 'waive' | 'skip', words: string): CliCommand =>
  command({
    group: 'decide',
    name,
    argument: '<TASK>',
    words,
    flags: { message: MESSAGE_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) =>
      (await import('./commands/tell.ts')).tellTask(context, `${name}-task`, task, flags),
  })

export const COMMANDS: readonly CliCommand[] = [
  command({
    group: 'start',
    name: 'init',
    words: 'write pm-agent.yaml with the commands found in this repository',
    flags: {},
    run: async context => (await import('./commands/init.ts')).init(context),
  }),
  command({
    group: 'start',
    name: 'doctor',
    words: 'what pm-agent needs here, what it found, and what to do about what is missing',
    flags: {
      run: { help: 'run the commands of the project in a clean room as well' },
      journal: { help: 'only whether the journal is what pm-agent wrote, place by place' },
      repair: { help: 'with --journal: drop changed results, or put a changed journal aside' },
      json: JSON_FLAG,
    },
    run: async (context, flags) => {
      if (flags.journal || flags.repair)
        return (await import('./commands/doctor-journal.ts')).doctorJournal(context, flags)
      return (await import('./commands/doctor.ts')).doctor(context, { ...flags, run: flags.run !== undefined })
    },
  }),
  command({
    group: 'start',
    name: 'demo',
    words: 'a plan played by scripted agents, some of which claim falsely, in a throw-away repository',
    flags: {
      keep: { help: 'keep the repository and say where it is' },
      small: { help: 'a plan of four tasks instead of thirteen' },
    },
    run: async (context, flags) => (await import('./commands/demo.ts')).demo(context, flags),
  }),
  command({
    group: 'start',
    name: 'replay',
    argument: '[A..B]',
    words: 'would your own history have passed? each commit is proven as if an agent had handed it in',
    flags: {
      last: { value: 'N', help: 'the newest N commits (20)' },
      path: { value: 'PATHS', help: 'only commits that touch one of these, as in src,lib' },
      verbose: { help: 'everything that the checks of each commit said' },
      show: { value: 'COMMIT', help: 'only this commit, with everything that its checks said' },
      json: JSON_FLAG,
    },
    more: REPLAY_LEGEND,
    run: async (context, flags, range) => (await import('./commands/replay.ts')).replay(context, range, flags),
  }),
  command({
    group: 'start',
    name: 'bench',
    argument: '<SUITE>',
    words: 'bench lies: plays every lying agent of the catalogue against this very program, and their honest twins',
    flags: {
      family: { value: 'LETTER', help: 'only this family: F, T, C, S, H, X, G, P, R, W or I' },
      only: { value: 'LIES', help: 'only these, as in T1,C3/filters-failures' },
      runner: { value: 'NAME', help: 'only on this fixture: node-test, vitest or pytest' },
      parallel: { value: 'N', help: 'how many at once (default 4)' },
      dir: { value: 'FOLDER', help: 'lies of your own instead of the shipped ones' },
      keep: { help: 'keep the repositories that were played in' },
      json: JSON_FLAG,
    },
    run: async (context, flags, suite) => (await import('./commands/bench.ts')).bench(context, suite, flags),
  }),
  command({
    group: 'start',
    name: 'completion',
    argument: '<SHELL>',
    words: 'complete commands and flags in bash, zsh or fish',
    flags: {},
    run: async (context, _flags, shell) =>
      (await import('./commands/completion.ts')).completion(context, COMMANDS, shell),
  }),
  command({
    group: 'start',
    name: 'version',
    words: 'print the version of pm-agent',
    flags: {},
    run: async context => {
      context.terminal.print((await import('./version.ts')).VERSION)
      return 0
    },
  }),
  command({
    group: 'start',
    name: 'help',
    argument: '[COMMAND]',
    words: 'explain pm-agent, or one of its commands and every flag of it',
    flags: {},
    run: async (context, _flags, name) => (await import('./help.ts')).help(context, COMMANDS, name),
  }),
  command({
    group: 'plan',
    name: 'check',
    argument: '[PLAN]',
    words: 'everything there is to say about a plan, and how each task will be proven',
    flags: { json: JSON_FLAG },
    run: async (context, flags, plan) => (await import('./commands/check.ts')).check(context, { plan, ...flags }),
  }),
  command({
    group: 'run',
    name: 'run',
    argument: '[PLAN]',
    words: 'carry out a plan, or go on with it; PLAN is a path, the name of a plan, or left out where one is meant',
    flags: RUN_FLAGS,
    run: async (context, flags, plan) => {
      const options = { ...flags, plan, live: true }
      const { rehearse } = flags
      if (rehearse === undefined) return (await import('./commands/run.ts')).run(context, options)
      return (await import('./commands/rehearse.ts')).rehearse(context, { ...options, rehearse })
    },
  }),
  command({
    group: 'run',
    name: 'stop',
    argument: '[TASK]',
    words: 'stop the run that is under way elsewhere, or one task of it; agents are ended, nothing is lost',
    flags: { message: MESSAGE_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => {
      const { stop, tellTask } = await import('./commands/tell.ts')
      return task === undefined ? stop(context, flags) : tellTask(context, 'stop-task', task, flags)
    },
  }),
  command({
    group: 'run',
    name: 'tell',
    argument: '<TASK>',
    words: 'say something (-m) to the agent of a task: while it works where it can hear, else with the next attempt',
    flags: { message: MESSAGE_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/tell.ts')).tellAgent(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'status',
    argument: '[TASK]',
    words: 'where the run stands',
    flags: { watch: { help: 'the live view of a run that is driven elsewhere' }, json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/status.ts')).status(context, { task, ...flags }),
  }),
  command({
    group: 'look',
    name: 'show',
    argument: '<TASK>',
    words: 'everything about one task',
    flags: {
      attempt: { value: 'N', help: 'one attempt: its claim, every gate with what it said, and its diff' },
      diff: { help: 'only what an attempt changed; the last one without --attempt' },
      output: { value: 'GATE', help: 'everything that the command of a gate printed, as in --output test' },
      review: { help: 'its review: criteria, gates, files and claims, as it is kept' },
      prompt: { help: 'exactly what its agents were told: who worked on it, and who judged' },
      role: { value: 'ROLE', help: 'with --prompt: only what the worker, fixer or verifier was told' },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/show.ts')).show(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'why',
    argument: '<TASK>',
    words: 'why a task is where it is, and what each decision was based on',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/why.ts')).why(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'log',
    argument: '[TASK]',
    words: 'what happened, in order; of one task also what its agents said and did',
    flags: {
      follow: { help: 'go on while it happens' },
      json: { help: 'one event or remark per line' },
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/log.ts')).log(context, { task, ...flags }),
  }),
  command({
    group: 'look',
    name: 'records',
    argument: '[FILE]',
    words: 'the files kept about the run (ticked plan, context, reviews), on the branch or apart; with FILE its text',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, file) => (await import('./commands/records.ts')).records(context, file, flags),
  }),
  command({
    group: 'look',
    name: 'report',
    words: 'how the run came out: claims against facts, reservations, what to do next',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags) => (await import('./commands/report.ts')).report(context, flags),
  }),
  decision('approve', 'let a held task land, or say that what a check asks about is wanted'),
  command({
    group: 'decide',
    name: 'retry',
    argument: '[TASK]',
    words: 'send a task back to an agent, which goes on with its files and its session',
    flags: {
      fresh: { help: 'begin again from the plan branch, without its files and its session' },
      all: { help: 'every task that failed or whose agent did; questions stay open' },
      message: MESSAGE_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/tell.ts')).retry(context, task, flags),
  }),
  command({
    group: 'decide',
    name: 'risk',
    argument: '[accept|mitigate ID]',
    words: 'list the risks of the run; accept one or say that it is dealt with, with a reason (-m)',
    flags: {
      message: { ...MESSAGE_FLAG, help: 'why it is acceptable, or what was done about it' },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, action) => (await import('./commands/risk.ts')).risk(context, action, flags),
  }),
  decision('waive', 'let a task land in spite of a check that did not pass; needs -m'),
  decision('skip', 'leave a task out; what needs it goes on without it'),
  command({
    group: 'after',
    name: 'clean',
    words: 'remove workspaces and rooms; never the only copy of anything',
    flags: {
      run: { value: 'RUN', help: 'only what belongs to this run or plan' },
      all: { help: 'the uninstall: journal and vault too (refused while a branch is nowhere else)' },
      'dry-run': { help: 'say what would go, remove nothing' },
    },
    run: async (context, flags) => (await import('./commands/clean.ts')).clean(context, flags),
  }),
]
