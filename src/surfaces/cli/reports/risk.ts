import { allRisks, type Risk } from '../../../core/risk/risks.ts'
import { riskViews } from '../../../core/shown/task-record.ts'
import { jsonText } from '../../../core/text/json-text.ts'
import { plural } from '../../../core/text/lists.ts'
import type { Context } from '../context.ts'
import type { TellOptions } from '../decide/decide-task.ts'
import { tell } from '../decide/send-command.ts'
import { deciderIn } from '../decider.ts'
import { EXIT, Problem } from '../problem.ts'
import { readRun } from '../reading.ts'
import { printLines } from '../words/printed-lines.ts'

export interface RiskOptions extends TellOptions {
  readonly json?: true | undefined
}

const STATUSES = { accept: 'accepted', mitigate: 'mitigated' } as const

/** `risk`: the risks of a run; `risk accept ID` and `risk mitigate ID` decide about one. */
export async function risk(context: Context, action: string | undefined, options: RiskOptions): Promise<number> {
  if (action === undefined) return list(context, options)
  const [word, id, ...rest] = action.split(' ')
  if ((word !== 'accept' && word !== 'mitigate') || id === undefined || rest.length > 0)
    throw new Problem(`"risk ${action}" is no decision about a risk`, [
      'pm-agent risk lists them; pm-agent risk accept ID -m "why"; pm-agent risk mitigate ID -m "what was done"',
    ])
  const { state, store } = await readRun(context, { ...options, write: true })
  try {
    const status = STATUSES[word]
    const by = await deciderIn(context.cwd)
    await tell(context, { store, state }, { type: 'decide-risk', risk: id, status, by, note: options.message ?? '' })
    context.terminal.print(`Risk ${id} is ${status}.`)
    return EXIT.done
  } finally {
    store.close()
  }
}

async function list(context: Context, options: RiskOptions): Promise<number> {
  const { state, store } = await readRun(context, options)
  store.close()
  const risks = allRisks(state)
  if (options.json) context.terminal.print(jsonText(riskViews(risks), 2))
  else printLines(context.terminal, ...riskLines(risks))
  return EXIT.done
}

function riskLines(risks: readonly Risk[]): readonly string[] {
  if (risks.length === 0) return ['No risks: no agent reported one, and none was detected.']
  const open = risks.filter(({ status }) => status === 'open').length
  const width = Math.max(...risks.map(({ id }) => id.length))
  return [
    `${plural(risks.length, 'risk')}, ${open} open`,
    ...risks.flatMap(({ id, severity, status, description, decision }) => [
      `  ${id.padEnd(width)}  ${severity.padEnd(8)}  ${status.padEnd(9)}  ${description}`,
      ...(decision ? [`  ${' '.repeat(width)}  ${decision.by}: ${decision.note}`] : []),
    ]),
    ...(open > 0 ? ['', 'pm-agent risk accept ID -m "why" | risk mitigate ID -m "what was done"'] : []),
  ]
}
