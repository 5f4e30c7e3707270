import { branchesNamed, textAt } from '../../../adapters/git/repository/released-branch.ts'
import type { Repository } from '../../../adapters/git/repository/repository.ts'
import { readManifest } from '../../../adapters/manifest/read-manifest.ts'
import { canonicalJson, type Manifest } from '../../../core/handover/manifest.ts'
import type { Verified } from '../../../core/handover/verification.ts'
import { someOf } from '../../../core/text/lists.ts'

/**
 * The manifest beside the one that the released branch holds. Whoever changes a manifest can give it the digest of the new content; the
 * copy in the history shows the change all the same. Nothing where no branch holds one.
 */
export async function copyFacts(repository: Repository, manifest: Manifest): Promise<readonly Verified[]> {
  const named = await branchesNamed(repository, manifest.branch)
  const refs = named.length > 0 ? named.map(({ ref }) => ref) : ['HEAD']
  const paths = manifest.rooms.bookkeeping.filter(path => path.endsWith(`${manifest.plan_id}-release.yaml`))
  for (const ref of refs)
    for (const path of paths) {
      const text = await textAt(repository, `${ref}:${path}`)
      const read = text === null ? null : readManifest(text)
      // A later release of the same plan is another one.
      if (!read?.ok || read.value.manifest.commit !== manifest.commit) continue
      const others = differences(manifest, read.value.manifest)
      const place = `${ref.replace(/^refs\/(?:heads|remotes)\//, '')}:${path}`
      if (others.length > 0)
        return [{ id: 'copy', result: 'failed', words: `it differs from ${place} in ${someOf(others)}` }]
    }
  return []
}

/** The names of the fields in which two manifests differ. */
const differences = (one: Manifest, other: Manifest): readonly string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)] as (keyof Manifest)[])].filter(
    name => canonicalJson(one[name] ?? null) !== canonicalJson(other[name] ?? null),
  )
