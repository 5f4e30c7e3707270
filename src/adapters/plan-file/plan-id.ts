import { slug } from '../../core/plan/ids.ts'

const DATE = /^\d{4}-?\d{2}-?\d{2}(?:[-_. ]+|$)/

/** A plan's id in branches and folders: from its front matter, else its folder, its file or its title. */
export function planId({ path, given, title }: { path: string; given: string | null; title: string }): string {
  return slug(given ?? (nameFromPath(path) || title))
}

/** The folder if the file is just called `PLAN.md` or `tasks/tasks.json`, else the file name without a leading date. */
function nameFromPath(path: string): string {
  const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.')
  const file = parts.pop() ?? ''
  const stem = file.replace(/\.[^.]+$/, '')
  if (!GENERIC.test(stem)) return stem.replace(DATE, '')
  const folder = parts.findLast(part => !GENERIC.test(part)) ?? ''
  return folder === '..' ? '' : folder.replace(DATE, '')
}

const GENERIC = /^(?:plan|tasks)$/i
