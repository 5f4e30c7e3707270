import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { records } from '../cli/commands/records.ts'
import { show } from '../cli/commands/show.ts'
import { status } from '../cli/commands/status.ts'
import type { Context } from '../cli/context.ts'
import { workTreeAt } from '../cli/places/working-tree.ts'
import { Problem } from '../cli/problem.ts'
import { readRun } from '../cli/reading.ts'
import { printed } from './printed.ts'

/** Run, plan and tasks as pages to link to. */
export function registerResources(server: McpServer, context: Context): void {
  const page = (uri: URL, text: string, mimeType = 'text/plain') => ({
    contents: [{ uri: uri.href, mimeType, text }],
  })
  server.registerResource(
    'run',
    'pm-agent://run',
    { title: 'State of the newest run', mimeType: 'text/plain' },
    async uri => page(uri, (await printed(context, at => status(at, {}))).text),
  )
  server.registerResource(
    'plan',
    'pm-agent://plan',
    { title: 'Plan of the newest run, with its ticks', mimeType: 'text/markdown' },
    async uri => page(uri, await writtenPlan(context), 'text/markdown'),
  )
  const tasks = new ResourceTemplate('pm-agent://task/{id}', {
    list: async () => {
      const { state, store } = await readRun(context)
      store.close()
      return {
        resources: state.tasks.map(({ task: { id, title } }) => ({
          uri: `pm-agent://task/${encodeURIComponent(id)}`,
          name: `task ${id}`,
          title,
          mimeType: 'text/plain',
        })),
      }
    },
  })
  server.registerResource('task', tasks, { title: 'One task', mimeType: 'text/plain' }, async (uri, { id }) =>
    page(uri, (await printed(context, at => show(at, decodeURIComponent(String(id)), {}))).text),
  )
}

/** The ticked copy where there is one, else the user's file. */
export async function writtenPlan(context: Context, run?: string): Promise<string> {
  const { state, store } = await readRun(context, { run })
  store.close()
  const { path } = state.opened.place
  try {
    return (await printed(context, at => records(at, path, { run: state.opened.runId }))).text
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return readFileSync(isAbsolute(path) ? path : join(workTreeAt(context.cwd).top, path), 'utf8')
  }
}
