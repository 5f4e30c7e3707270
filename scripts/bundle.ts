import { build, type Metafile } from 'esbuild'

/** The programs of the package, with everything they need, in one folder. */
export async function bundle(outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: {
      main: 'src/main.ts',
      'scripted-player': 'src/adapters/agents/scripted/scripted-player.ts',
      worker: 'src/adapters/git/checkouts/worker.ts',
      'proof-thread': 'src/surfaces/proof-threads/program.ts',
      library: 'src/library.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    // Some bundled packages are CommonJS and require Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  })
  return metafile
}
