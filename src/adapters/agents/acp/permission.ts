import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import type { RequestPermissionOutcome } from '@agentclientprotocol/sdk'
import { type Fields, fieldsOf, listOf } from '../answers/answer-fields.ts'

/** Kinds of tools that change no file by a path, or whose effects we cannot see: commands are not sandboxed here. */
const HARMLESS = ['read', 'search', 'think', 'fetch', 'execute']
const CHANGING = ['edit', 'delete', 'move']
const PATH_FIELDS = ['file_path', 'filePath', 'filepath', 'notebook_path', 'path', 'parentDir', 'directory']

/** Whether a tool of this kind can change something. */
export const canChange = (kind: unknown): boolean => kind === 'execute' || CHANGING.includes(String(kind))

/**
 * Answers an agent's permission request: once, and only inside the workspace. Options are chosen by their kind, because
 * ids differ between agents. Requests with unknown paths are refused.
 */
export function answerPermission(params: Fields, workspace: string): RequestPermissionOutcome {
  const wanted = isAllowed(fieldsOf(params.toolCall), workspace) ? ['allow_once'] : ['reject_once', 'reject_always']
  const options = listOf(params.options).map(fieldsOf)
  const option = wanted.map(kind => options.find(one => one.kind === kind)).find(found => found !== undefined)
  return typeof option?.optionId === 'string'
    ? { outcome: 'selected', optionId: option.optionId }
    : { outcome: 'cancelled' }
}

function isAllowed(toolCall: Fields, workspace: string): boolean {
  const kind = String(toolCall.kind)
  if (HARMLESS.includes(kind)) return true
  if (kind === 'switch_mode') return false
  const paths = pathsIn(toolCall)
  return paths.length > 0 && paths.every(path => isInside(path, workspace))
}

/** The paths that a tool uses: its locations, the files of its diffs, and its input. */
export function pathsIn(toolCall: Fields): readonly string[] {
  const input = fieldsOf(toolCall.rawInput)
  const places = [...listOf(toolCall.locations), ...listOf(toolCall.content)].map(place => fieldsOf(place).path)
  const found = [...places, ...PATH_FIELDS.map(name => input[name])]
  return [...new Set(found.filter((path): path is string => typeof path === 'string' && path !== ''))]
}

/** By real paths: a link inside may lead outside. */
function isInside(path: string, workspace: string): boolean {
  const way = relative(realPlace(workspace), realPlace(resolve(workspace, path)))
  return way !== '..' && !way.startsWith('../') && !isAbsolute(way)
}

/** For a path that does not exist yet, the real path of its nearest existing parent. */
function realPlace(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPlace(dirname(path)), basename(path))
  }
}
