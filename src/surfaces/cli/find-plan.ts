import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Context } from './context.ts'
import { Problem } from './problem.ts'

/** The plan that was meant: a path, a name under `.dev/specs/`, or the only one that can be found. */
export function findPlan(context: Context, top: string, named: string | undefined, branch: string | null): string {
  if (named !== undefined) return namedPlan(context, top, named)
  const ofBranch = branch && join(top, '.dev', 'specs', branch, 'PLAN.md')
  if (ofBranch && existsSync(ofBranch)) return ofBranch
  const found = candidates(top)
  if (found.length === 1) return found[0]!
  const shown = found.map(path => relative(context.cwd, path))
  if (found.length > 1)
    throw new Problem(
      'there are several plans; say which one',
      shown.map(path => `pm-agent run ${path}`),
    )
  throw new Problem('there is no plan here', [
    'write one as PLAN.md (pm-agent check says what is missing), or name it: pm-agent run path/to/PLAN.md',
  ])
}

function namedPlan(context: Context, top: string, named: string): string {
  const paths = [resolve(context.cwd, named), join(top, '.dev', 'specs', named, 'PLAN.md')]
  const found = paths.find(path => existsSync(path) && statSync(path).isFile())
  if (found) return found
  const inFolder = join(paths[0]!, 'PLAN.md')
  if (existsSync(inFolder)) return inFolder
  throw new Problem(`there is no plan ${named}`, [
    `looked for ${paths.map(path => relative(context.cwd, path) || path).join(' and ')}`,
  ])
}

function candidates(top: string): readonly string[] {
  const specs = join(top, '.dev', 'specs')
  const plans = join(top, 'docs', 'plans')
  return [
    ...entries(specs).map(name => join(specs, name, 'PLAN.md')),
    ...entries(plans)
      .filter(name => name.endsWith('.md'))
      .map(name => join(plans, name)),
    join(top, 'PLAN.md'),
  ].filter(path => existsSync(path))
}

const entries = (dir: string): readonly string[] => (existsSync(dir) ? readdirSync(dir).sort() : [])
