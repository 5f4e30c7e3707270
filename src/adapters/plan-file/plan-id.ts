import { slug } from '../../core/plan/ids.ts'

const DATE = /^\d{4}-?\d{2}-?\d{2}(?:[-_. ]+|$)/

/** What a plan is called in branches and folders: as its front matter says, else by its folder, its file, its title. */
export function planId({ path, given, title }: { path: string; given: string | null; title: string }): string {
  return slug(given ?? (nameFromPath(path) || title))
}

/** The folder of a file that is only called `PLAN.md`, else the file's own name without a date in front. */
function nameFromPath(path: string): string {
  const parts = path.split(/[/\\]/).filter(part => part !== '' && part !== '.')
  const file = parts.pop() ?? ''
  const stem = file.replace(/\.[^.]+$/, '')
  if (!/^(?:plan|tasks)$/i.test(stem)) return stem.replace(DATE, '')
  const folder = parts.pop() ?? ''
  return folder === '..' ? '' : folder.replace(DATE, '')
}
