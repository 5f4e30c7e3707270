import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { GRAMMARS } from '../src/engine/proof/syntax/tree/languages.ts'
import { bundleApp } from '../src/surfaces/web/app-bundle.ts'

/** The programs of the package, with everything they need, in one folder. */
export async function bundle(outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: {
      main: 'src/main.ts',
      'scripted-player': 'src/adapters/agents/scripted/scripted-player.ts',
      'git-helper': 'src/adapters/git/git-helper-program.ts',
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
    // Only a clone bundles the page of the dashboard on its own.
    external: ['esbuild'],
    // Some bundled packages are CommonJS and require Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  })
  const page = await bundleApp('src/surfaces/web/app/main.ts', 'src/surfaces/web/app/style.css')
  mkdirSync(join(outdir, 'web'), { recursive: true })
  for (const [name, text] of page) writeFileSync(join(outdir, 'web', name), text)
  bringGrammars(join(outdir, 'grammars'))
  return metafile
}

/** The grammars that are read, and their runtime: CommonJS, whatever the package around it is. */
function bringGrammars(folder: string): void {
  const from = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'))
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(from, 'tree-sitter.js'), join(folder, 'tree-sitter.cjs'))
  for (const name of ['tree-sitter', ...GRAMMARS.map(grammar => `tree-sitter-${grammar}`)])
    copyFileSync(join(from, `${name}.wasm`), join(folder, `${name}.wasm`))
}
