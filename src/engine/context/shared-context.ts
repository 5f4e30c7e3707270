import { concealedPaths } from '../../core/plan/held-out.ts'
import type { Tree } from '../../core/plan/ids.ts'
import type { Plan } from '../../core/plan/plan.ts'
import type { PlanPlace } from '../../core/plan/plan-place.ts'
import type { Config } from '../../core/settings/config.ts'
import type { SharedContext } from '../../core/told/shared-context.ts'
import type { Ports } from '../../ports.ts'
import { detectCommands } from '../proof/project/detect.ts'
import { readerOf } from '../tree-reader.ts'
import { conventionPages, designDocument } from './context-documents.ts'
import { keyPathsOf, languagesOf, manifestFacts, modulesOf, titleOfReadme } from './project-facts.ts'

const PACKAGES_MAX = 40
const KEY_PATHS_MAX = 24

/** Collects the context of a run from the code it starts from. Notes say what the plan names and is not there. */
export async function readSharedContext(
  { vault, planFile }: Pick<Ports, 'vault' | 'planFile'>,
  { plan, place, config }: { readonly plan: Plan; readonly place: PlanPlace; readonly config: Config },
  base: Tree | null,
): Promise<{ readonly shared: SharedContext; readonly notes: readonly string[] }> {
  // Held-out files are in no prompt, not even by name.
  const concealed = concealedPaths({ plan, place, config })
  const visible = base && concealed.length > 0 ? await vault.without(base, concealed) : base
  const tree = await readerOf(vault, visible ?? (await vault.emptyTree()))
  const { commands, project } = await detectCommands(tree)
  const { name, packages } = await manifestFacts(tree)
  const design = await designDocument(tree, { plan, place, planFile })
  const pages = await conventionPages(tree)
  return {
    shared: {
      name: name ?? (await titleOfReadme(tree)) ?? plan.title,
      languages: languagesOf(tree.list),
      tools: [...new Set(project)],
      packages: [...new Set(packages)].slice(0, PACKAGES_MAX),
      commands: { ...commands, ...config.commands },
      modules: modulesOf(tree.list, config.areas),
      keyPaths: (await keyPathsOf(tree)).slice(0, KEY_PATHS_MAX),
      documents: [...pages, ...(typeof design === 'string' ? [] : [design])],
    },
    notes:
      design === 'missing'
        ? [`the design document ${plan.design} that the plan names is not in the commit this run starts from`]
        : [],
  }
}
