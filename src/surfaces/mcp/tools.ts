import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { finalReport } from '../../core/shown/final-report.ts'
import { check } from '../cli/commands/check.ts'
import { report } from '../cli/commands/report.ts'
import { show } from '../cli/commands/show.ts'
import { status } from '../cli/commands/status.ts'
import { tellAgent } from '../cli/commands/tell.ts'
import { why } from '../cli/commands/why.ts'
import type { Context } from '../cli/context.ts'
import { EXIT, Problem } from '../cli/problem.ts'
import { pickTask, readRun } from '../cli/reading.ts'
import { startRun } from '../cli/run/detached-run.ts'
import { hasMerged, usersBranch } from '../cli/run/merged.ts'
import { WAIT_S_MAX, waitForRun } from '../cli/run/wait.ts'
import { printed } from './printed.ts'
import { RUN_SUMMARY, runSummary } from './run-summary.ts'
import { TASK_SUMMARY, taskSummary } from './task-summary.ts'

const LOOKS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false } as const
const ACTS = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const
/** A diff may be as large as the repository. */
const TEXT_CHARACTERS_MAX = 60_000

const RUN = z.string().optional().describe('a run or plan id; the newest by default')
const TASK = z.string().describe('id of a task, as in the plan')

/** Registers the tools; each is a command of the CLI. */
export function registerTools(server: McpServer, context: Context): void {
  registerCheck(server, context)
  registerRun(server, context)
  registerLooks(server, context)
  registerReport(server, context)
  registerTalk(server, context)
}

function registerCheck(server: McpServer, context: Context): void {
  server.registerTool(
    'pm_check',
    {
      title: 'Check a plan',
      description:
        'Checks a plan and shows how each task will be proven and which will wait for the human. Starts nothing.',
      inputSchema: z.object({ plan: z.string().optional().describe('path or name; optional if only one plan fits') }),
      outputSchema: z.object({
        ok: z.boolean(),
        tasks: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            tier: z.string(),
            proof: z.string(),
            waits_for_human: z.boolean(),
          }),
        ),
      }),
      annotations: LOOKS,
    },
    async ({ plan }) =>
      explained(async () => {
        const { code, text } = await printed(context, at => check(at, { plan }))
        const made = await printed(context, at => check(at, { plan, json: true }))
        const { tasks } = JSON.parse(made.text) as { readonly tasks: readonly CheckedTask[] }
        return answered(text, {
          ok: code === EXIT.done,
          tasks: tasks.map(({ id, title, tier, proof }) => ({
            id,
            title,
            tier,
            proof: proof.words,
            waits_for_human: proof.waitsForHuman,
          })),
        })
      }),
  )
}

function registerRun(server: McpServer, context: Context): void {
  server.registerTool(
    'pm_run',
    {
      title: 'Run a plan',
      description:
        'Starts or resumes the run of a plan in the background and returns its id at once. The run continues when this session ends. Follow it with pm_wait.',
      inputSchema: z.object({
        plan: z.string().optional().describe('path or name of a plan; optional if only one fits'),
        agent: z.string().optional().describe('agent that does the work: claude, codex, opencode, gemini, …'),
        judge: z.string().optional(),
        parallel: z.number().int().optional(),
        budget_usd: z.number().optional(),
        only: z.string().optional().describe('start only these tasks, as in 3,4'),
        quick: z.boolean().optional().describe('no proof and no retry: results are unverified'),
      }),
      outputSchema: z.object({
        under_way: z.boolean(),
        run: z.string().nullable(),
        pid: z.number().nullable(),
        exit_code: z.number().nullable().describe('set if the run ended at once'),
      }),
      annotations: ACTS,
    },
    async ({ plan, budget_usd, parallel, quick, agent, judge, only }) =>
      explained(async () => {
        const started = await startRun(context, {
          plan,
          ...given({ agent, judge, only }),
          ...(parallel === undefined ? {} : { parallel: String(parallel) }),
          ...(budget_usd === undefined ? {} : { budget: String(budget_usd) }),
          ...(quick ? { quick } : {}),
        })
        if (started.is === 'ended') {
          const { code, output } = started
          if (code === EXIT.badInput || code === EXIT.bug) return failed(output)
          return answered(output, { under_way: false, run: null, pid: null, exit_code: code })
        }
        const run = started.is === 'under-way' ? started.run : null
        return answered(`Run ${run ?? '(starting)'} is under way as process ${started.pid}. Follow it with pm_wait.`, {
          under_way: true,
          run,
          pid: started.pid,
          exit_code: null,
        })
      }),
  )
}

interface CheckedTask {
  readonly id: string
  readonly title: string
  readonly tier: string
  readonly proof: { readonly words: string; readonly waitsForHuman: boolean }
}

function registerLooks(server: McpServer, context: Context): void {
  server.registerTool(
    'pm_status',
    {
      title: 'State of the run',
      description: 'State of the run: tasks, open questions for the human, next step. Only "proven" means done.',
      inputSchema: z.object({ run: RUN }),
      outputSchema: RUN_SUMMARY,
      annotations: LOOKS,
    },
    async ({ run }) =>
      explained(async () => {
        const { text } = await printed(context, at => status(at, given({ run })))
        const { state, driver, store } = await readRun(context, { run })
        store.close()
        return answered(text, runSummary(state, driver))
      }),
  )
  server.registerTool(
    'pm_show',
    {
      title: 'One task',
      description:
        'Everything about one task: checks, criteria, files, question. "about" chooses its explanation, diff, review or prompt instead.',
      inputSchema: z.object({
        task: TASK,
        about: z.enum(['task', 'why', 'diff', 'review', 'prompt']).default('task'),
        run: RUN,
      }),
      outputSchema: TASK_SUMMARY,
      annotations: LOOKS,
    },
    async ({ task, about, run }) =>
      explained(async () => {
        const flags = given({ run })
        const { text } = await printed(context, at => {
          if (about === 'why') return why(at, task, flags)
          return show(at, task, about === 'task' ? flags : { ...flags, [about]: true })
        })
        const { state, store } = await readRun(context, { run })
        store.close()
        return answered(text, taskSummary(state, pickTask(state, task)))
      }),
  )
}

function registerReport(server: McpServer, context: Context): void {
  server.registerTool(
    'pm_report',
    {
      title: 'Report of the run',
      description: 'Result of the run: claims against facts, reservations, risks, cost, and how to merge.',
      inputSchema: z.object({ run: RUN }),
      outputSchema: z.object({
        result: z.string(),
        finished: z.boolean(),
        reservations: z.array(z.string()),
        false_claims: z.number().describe('claims of agents that the facts contradict'),
        risks: z.array(z.object({ task: z.string(), text: z.string() })),
        cost_usd: z.number().nullable(),
        next: z.string(),
      }),
      annotations: LOOKS,
    },
    async ({ run }) =>
      explained(async () => {
        const { text } = await printed(context, at => report(at, given({ run })))
        const { state, store } = await readRun(context, { run })
        store.close()
        const standing = await usersBranch(context, state)
        const made = finalReport(state, { merged: await hasMerged(context, state), standing })
        const { result, finished, reservations, claims, risks, cost_usd, next } = made
        return answered(text, {
          result,
          finished,
          reservations: [...reservations],
          false_claims: claims.length,
          risks: [...risks],
          cost_usd,
          next,
        })
      }),
  )
}

function registerTalk(server: McpServer, context: Context): void {
  server.registerTool(
    'pm_wait',
    {
      title: 'Wait for the run',
      description: `Waits at most ${WAIT_S_MAX} s, and returns as soon as a human is needed or the run ends. Call it again with "after" while the run is under way.`,
      inputSchema: z.object({
        run: RUN,
        seconds: z.number().int().min(1).max(WAIT_S_MAX).default(45),
        after: z.number().int().optional().describe('the cursor of an earlier answer: older questions do not end it'),
      }),
      outputSchema: z.object({ because: z.enum(['human', 'ended', 'time']), summary: RUN_SUMMARY }),
      annotations: LOOKS,
    },
    async ({ run, seconds, after }, call) =>
      explained(async () => {
        const { signal } = call.mcpReq
        const onWords = progressTo(call)
        const { state, driver, because } = await waitForRun(context, { run, seconds, after, signal, onWords })
        const summary = runSummary(state, driver)
        const { text } = await printed(context, at => status(at, { run: summary.run }))
        return answered(`${BECAUSE[because]}\n\n${text}`, { because, summary })
      }),
  )
  server.registerTool(
    'pm_tell',
    {
      title: 'Tell an agent',
      description:
        'Sends a message to the agent of a task: at once if it accepts messages, otherwise with the next attempt.',
      inputSchema: z.object({ task: TASK, message: z.string(), run: RUN }),
      outputSchema: z.object({ words: z.string() }),
      annotations: ACTS,
    },
    async ({ task, message, run }) =>
      explained(async () => {
        const { text } = await printed(context, at => tellAgent(at, task, { message, ...given({ run }) }))
        return answered(text, { words: text })
      }),
  )
}

const BECAUSE = {
  human: 'The human is needed.',
  ended: 'No process drives the run any more.',
  time: 'The run is still under way.',
} as const

/** Sends each line to a client that asked for progress. */
function progressTo({ mcpReq: { _meta, notify } }: ServerContext): (words: string) => void {
  const progressToken = _meta?.progressToken
  let progress = 0
  return words => {
    if (progressToken === undefined) return
    progress += 1
    void notify({ method: 'notifications/progress', params: { progressToken, progress, message: words } }).catch(
      () => {},
    )
  }
}

/** Only the options that were given. */
function given<T extends Readonly<Record<string, string | undefined>>>(options: T): { [K in keyof T]?: string } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: string
  }
}

const answered = (text: string, structured: Record<string, unknown>): CallToolResult => ({
  content: [
    {
      type: 'text',
      text:
        text.length > TEXT_CHARACTERS_MAX
          ? `${text.slice(0, TEXT_CHARACTERS_MAX)}\n… ${text.length - TEXT_CHARACTERS_MAX} more characters: use the command line`
          : text,
    },
  ],
  structuredContent: structured,
})

const failed = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true })

/** A problem becomes an answer that says what to do; anything else is a bug and is thrown. */
export async function explained<T>(make: () => Promise<T>): Promise<T | CallToolResult> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Problem) return failed([error.message, ...error.hints].join('\n'))
    throw error
  }
}

export const DECISION_ANNOTATIONS: ToolAnnotations = { ...ACTS, destructiveHint: true, openWorldHint: false }
