import { REPLAY_LEGEND } from '../../core/shown/replay/replay-words.ts'
import { DASHBOARD_COMMAND } from '../web/dashboard-command.ts'
import { type CliCommand, command, type Flag } from './command.ts'
import { AUDIT_COMMAND, PLAN_COMMAND } from './planning/planning-commands.ts'
import { RUN_FLAGS } from './run/run-flags.ts'

const JSON_FLAG = { help: 'one JSON document' } as const satisfies Flag
const RUN_FLAG = { value: 'RUN', help: 'a run or plan id; the newest by default' } as const satisfies Flag
const SEEN_FLAG = {
  value: 'RECEIPT',
  help: 'refuse unless this is still its receipt (pm-agent show prints the hash)',
} as const satisfies Flag
const MESSAGE_FLAG = { short: 'm', value: 'TEXT', help: 'why, or a hint for the agent' } as const satisfies Flag

const OPTION_FLAG = { value: 'N', help: 'take this numbered option of its question' } as const satisfies Flag

/** A human's decision about one task. */
const DECISION_FLAGS = { message: MESSAGE_FLAG, option: OPTION_FLAG, seen: SEEN_FLAG, run: RUN_FLAG }

const decision = (name: Exclude<keyof typeof DECISIONS, 'reject'>): CliCommand =>
  command({
    group: 'decide',
    name,
    argument: '<TASK>',
    words: DECISIONS[name],
    flags: DECISION_FLAGS,
    run: async (context, flags, task) => (await import('./commands/tell.ts')).tellTask(context, name, task, flags),
  })

const DECISIONS = {
  approve: 'let proven work land that waits for you, confirm a questioned change, or take an option (--option)',
  revise: 'send the work of a task back to its agent with the changes you want (-m)',
  reject:
    'refuse a task as it is written: a planner, if one is named, proposes a new text, or you edit it; its files are kept',
  pause: 'end the run at a question; pm-agent run continues it',
  waive: 'let a task land despite a check that did not pass; needs -m',
  skip: 'skip a task; its dependents continue without it',
} as const

export const COMMANDS: readonly CliCommand[] = [
  command({
    group: 'start',
    name: 'init',
    words: 'write pm-agent.yaml with the commands found in this repository',
    flags: {
      skills: {
        help: 'also write the skills pm-agent, execute and superplanner for Claude Code, Codex, Gemini and OpenCode',
      },
      'stop-hook': { help: 'also add a hook that keeps Claude Code from ending while tasks of a run are unproven' },
    },
    run: async (context, flags) => (await import('./commands/init.ts')).init(context, flags),
  }),
  command({
    group: 'start',
    name: 'doctor',
    words: 'check that everything pm-agent needs is here; says how to fix what is missing',
    flags: {
      run: { help: 'also run the commands of the project in a clean room' },
      journal: { help: 'only check whether the journal was modified, with every location' },
      repair: { help: 'with --journal: drop modified results, or set a modified journal aside' },
      json: JSON_FLAG,
    },
    run: async (context, flags) => {
      if (flags.journal || flags.repair)
        return (await import('./project/doctor-journal.ts')).doctorJournal(context, flags)
      return (await import('./commands/doctor.ts')).doctor(context, { ...flags, run: flags.run !== undefined })
    },
  }),
  command({
    group: 'start',
    name: 'demo',
    words: 'run a plan with scripted agents, some of which lie, in a throw-away repository',
    flags: {
      keep: { help: 'keep the repository and print its path' },
      small: { help: 'a plan of four tasks instead of thirteen' },
    },
    run: async (context, flags) => (await import('./commands/demo.ts')).demo(context, flags),
  }),
  command({
    group: 'start',
    name: 'replay',
    argument: '[A..B]',
    words: 'prove past commits as if an agent had submitted them: would your own history have passed?',
    flags: {
      last: { value: 'N', help: 'the newest N commits (20)' },
      path: { value: 'PATHS', help: 'only commits that touch one of these paths, as in src,lib' },
      verbose: { help: 'all check results of each commit' },
      show: { value: 'COMMIT', help: 'only this commit, with all of its check results' },
      json: JSON_FLAG,
    },
    more: REPLAY_LEGEND,
    run: async (context, flags, range) => (await import('./commands/replay.ts')).replay(context, range, flags),
  }),
  PLAN_COMMAND,
  command({
    group: 'plan',
    name: 'check',
    argument: '[PLAN]',
    words: 'check a plan and show how each task will be proven',
    flags: {
      try: {
        help: 'also run the command of every criterion on your last commit: those that already pass prove nothing',
      },
      json: JSON_FLAG,
    },
    run: async (context, flags, plan) => (await import('./commands/check.ts')).check(context, { plan, ...flags }),
  }),
  AUDIT_COMMAND,
  command({
    group: 'run',
    name: 'run',
    argument: '[PLAN|PR]',
    words:
      'run a plan or resume it; PLAN is a path or a name, and optional if only one plan fits; PR is 42, #42 or an address',
    flags: RUN_FLAGS,
    run: async (context, flags, plan) => {
      const { rehearse, detach, ci } = flags
      const options = { ...flags, plan, live: !ci }
      if (ci) context = { ...context, ask: undefined, terminal: { ...context.terminal, colour: false } }
      if (flags.dashboard) return (await import('../web/run-beside.ts')).runBeside(context, options)
      if (detach) return (await import('./run/detached-run.ts')).runDetached(context, options)
      if (rehearse === undefined) return (await import('./commands/run.ts')).run(context, options)
      return (await import('./commands/rehearse.ts')).rehearse(context, { ...options, rehearse })
    },
  }),
  command({
    group: 'run',
    name: 'stop',
    argument: '[TASK]',
    words: 'stop the running plan, or one task of it; agents are ended, nothing is lost',
    flags: { message: MESSAGE_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => {
      const { stop, tellTask } = await import('./commands/tell.ts')
      return task === undefined ? stop(context, flags) : tellTask(context, 'stop', task, flags)
    },
  }),
  command({
    group: 'run',
    name: 'tell',
    argument: '<TASK>',
    words:
      'send a message (-m) to the agent of a task: at once if it accepts messages, otherwise with the next attempt',
    flags: { message: MESSAGE_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/tell.ts')).tellAgent(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'status',
    argument: '[TASK]',
    words: 'show the state of the run: phase, tasks, driver, open questions',
    flags: {
      depth: { value: 'N', help: 'levels of sub-plans to show; 1 is the plan itself' },
      list: { help: 'every task on one line, without levels' },
      watch: { help: 'live view of a run that another process drives' },
      wait: {
        value: 'SECONDS',
        help: 'first wait until you are needed, the run ends, or this time is over (1 to 3600)',
      },
      after: {
        value: 'CURSOR',
        help: 'with --wait: only questions after this cursor of an earlier --json end the wait',
      },
      context: { help: 'the facts about the repository that every agent of the run gets' },
      hook: { help: 'for a Stop hook of Claude Code: keeps a session from ending while tasks are unproven' },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => {
      if (flags.hook) return (await import('./project/stop-hook.ts')).stopHook(context)
      return (await import('./commands/status.ts')).status(context, { task, ...flags })
    },
  }),
  command({
    group: 'look',
    name: 'show',
    argument: '<TASK>',
    words: 'show everything about one task',
    flags: {
      attempt: { value: 'N', help: 'one attempt: its claim, every gate with its result, and its diff' },
      diff: { help: 'only the diff of an attempt; the last one without --attempt' },
      output: { value: 'GATE', help: 'full output of a gate’s command, as in --output test' },
      review: { help: 'its review file: criteria, gates, files and claims' },
      tests: { help: 'the tests of its tester, which no agent sees' },
      prompt: { help: 'the exact prompts of its agents: worker, fixer, tester, judge and reviewer' },
      role: {
        value: 'ROLE',
        help: 'with --prompt: only those of the worker, fixer, tester, verifier (the judge) or reviewer',
      },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/show.ts')).show(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'why',
    argument: '<TASK>',
    words: 'explain the state of a task and the basis of each decision',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/why.ts')).why(context, task, flags),
  }),
  command({
    group: 'look',
    name: 'log',
    argument: '[TASK]',
    words: 'print the event log; with TASK, also the transcript of its agents',
    flags: {
      follow: { help: 'keep printing new events' },
      json: { help: 'one event or remark per line' },
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/log.ts')).log(context, { task, ...flags }),
  }),
  command({
    group: 'look',
    name: 'progress',
    words: 'show the progress of the run: completed, in progress, blocked, open risks, open tasks by tier',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags) => (await import('./reports/progress.ts')).progress(context, flags),
  }),
  command({
    group: 'look',
    name: 'report',
    words: 'print the result of the run: claims and facts, reservations, reviews, release, cost, next step',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags) => (await import('./commands/report.ts')).report(context, flags),
  }),
  command({
    group: 'look',
    name: 'stats',
    words:
      'print success metrics over all runs of this repository: fix rate, false claims, time and cost of proofs, waivers',
    flags: { json: JSON_FLAG },
    run: async (context, flags) => (await import('./reports/stats.ts')).stats(context, flags),
  }),
  command({
    group: 'look',
    name: 'records',
    argument: '[FILE]',
    words:
      'list the files that the run keeps (ticked plan, context, reviews, release), on the branch or apart; with FILE, print one',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, file) => (await import('./commands/records.ts')).records(context, file, flags),
  }),
  command({
    group: 'decide',
    name: 'review',
    argument: '[TASK]',
    words:
      'present each task that waits for you (files, approach, criteria, gates, risks, cost) and take your decision',
    flags: { json: JSON_FLAG, run: RUN_FLAG },
    run: async (context, flags, task) => (await import('./commands/review.ts')).review(context, task, flags),
  }),
  decision('approve'),
  decision('revise'),
  command({
    group: 'decide',
    name: 'reject',
    argument: '<TASK>',
    words: DECISIONS.reject,
    flags: { ...DECISION_FLAGS, yes: { help: 'take the text of the planner without looking at it' } },
    run: async (context, flags, task) => (await import('./commands/tell.ts')).tellTask(context, 'reject', task, flags),
  }),
  decision('pause'),
  command({
    group: 'decide',
    name: 'retry',
    argument: '[TASK]',
    words: 'send a task back to an agent, with its files and its session',
    flags: {
      fresh: { help: 'start over from the plan branch, without its files and its session' },
      all: { help: 'every task that failed or whose agent failed; questions stay open' },
      message: MESSAGE_FLAG,
      option: OPTION_FLAG,
      seen: SEEN_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, task) => (await import('./commands/tell.ts')).retry(context, task, flags),
  }),
  decision('skip'),
  decision('waive'),
  command({
    group: 'decide',
    name: 'risk',
    argument: '[accept|mitigate ID]',
    words: 'list the risks of the run; accept one or mark it as mitigated, with a reason (-m)',
    flags: {
      message: { ...MESSAGE_FLAG, help: 'why it is acceptable, or how it was mitigated' },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags, action) => (await import('./reports/risk.ts')).risk(context, action, flags),
  }),
  command({
    group: 'after',
    name: 'verify',
    argument: '<MANIFEST>',
    words: 'repeat every claim of a release manifest in clean rooms; needs a clone, but no journal',
    flags: { json: JSON_FLAG },
    run: async (context, flags, manifest) => (await import('./release/verify.ts')).verify(context, manifest, flags),
  }),
  command({
    group: 'after',
    name: 'pr',
    words:
      'push the plan branch and open its pull request as a draft, or update both; it is marked as ready when the run is finished',
    flags: {
      remote: { value: 'NAME', help: 'the remote to push to (origin)' },
      base: { value: 'BRANCH', help: 'the branch to merge into; the default branch of the repository otherwise' },
      title: { value: 'TEXT', help: 'its title; the title of the plan otherwise' },
      json: JSON_FLAG,
      run: RUN_FLAG,
    },
    run: async (context, flags) => (await import('./commands/pr.ts')).pr(context, flags),
  }),
  command({
    group: 'after',
    name: 'clean',
    words: 'remove workspaces and clean rooms, but never the only copy of anything',
    flags: {
      run: { value: 'RUN', help: 'only files of this run or plan' },
      all: { help: 'uninstall: also the journal and the vault (refused while a branch is unpublished)' },
      'dry-run': { help: 'only list the folders' },
    },
    run: async (context, flags) => (await import('./commands/clean.ts')).clean(context, flags),
  }),
  command({
    group: 'serve',
    name: 'mcp',
    words: 'serve pm-agent to a coding agent over the Model Context Protocol, on standard input and output',
    flags: { dir: { value: 'FOLDER', help: 'the repository, for clients that start servers elsewhere' } },
    run: async (context, flags) => (await import('../mcp/server.ts')).mcp(context, flags),
  }),
  DASHBOARD_COMMAND,
  command({
    group: 'more',
    name: 'bench',
    argument: '<SUITE>',
    words: 'bench lies: play every lying agent of the catalogue, and its honest twins, against this installation',
    flags: {
      family: { value: 'LETTER', help: 'only this family: F, T, C, S, H, X, G, P, R, W or I' },
      only: { value: 'LIES', help: 'only these, as in T1,C3/filters-failures' },
      runner: { value: 'NAME', help: 'only on this fixture: node-test, vitest or pytest' },
      parallel: { value: 'N', help: 'how many at once (default 4)' },
      dir: { value: 'FOLDER', help: 'your own lies instead of the shipped ones' },
      keep: { help: 'keep the repositories of the plays' },
      json: JSON_FLAG,
    },
    run: async (context, flags, suite) => (await import('./commands/bench.ts')).bench(context, suite, flags),
  }),
  command({
    group: 'more',
    name: 'completion',
    argument: '<SHELL>',
    words: 'complete commands and flags in bash, zsh or fish',
    flags: {},
    run: async (context, _flags, shell) =>
      (await import('./commands/completion.ts')).completion(context, COMMANDS, shell),
  }),
  command({
    group: 'more',
    name: 'man',
    words: 'print the man page: pm-agent man | man -l -',
    flags: {},
    run: async context => {
      const [{ manPage }, { VERSION }] = await Promise.all([import('./man-page.ts'), import('./version.ts')])
      context.terminal.print(manPage(COMMANDS, VERSION))
      return 0
    },
  }),
  command({
    group: 'more',
    name: 'schema',
    words: 'print the JSON Schema of pm-agent.yaml, with which editors complete and check it',
    flags: {},
    run: async context => {
      context.terminal.print((await import('../../adapters/config/schema-file.ts')).schemaText().trimEnd())
      return 0
    },
  }),
  command({
    group: 'more',
    name: 'version',
    words: 'print the version of pm-agent',
    flags: {},
    run: async context => {
      context.terminal.print((await import('./version.ts')).VERSION)
      return 0
    },
  }),
  command({
    group: 'more',
    name: 'help',
    argument: '[COMMAND]',
    words: 'explain pm-agent, or one command with all of its flags',
    flags: {},
    run: async (context, _flags, name) => (await import('./help.ts')).help(context, COMMANDS, name),
  }),
]
