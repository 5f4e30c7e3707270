import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Files of the page by name: `app.js`, `app.css`, and the parts that are loaded later. */
export type AppFiles = ReadonlyMap<string, string>

/** Files of the page: those of the package, or bundled now in a clone. */
export async function appFiles(): Promise<AppFiles> {
  const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  if (existsSync(at('./app/main.ts'))) return bundleApp(at('./app/main.ts'), at('./app/style.css'))
  const built = at('./web')
  return new Map(readdirSync(built).map(name => [name, readFileSync(`${built}/${name}`, 'utf8')]))
}

/** Bundles the page in memory. */
export async function bundleApp(main: string, style: string): Promise<AppFiles> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [
      { in: resolve(main), out: 'app' },
      { in: resolve(style), out: 'app' },
    ],
    outdir: '/',
    // Aliases are looked up from there, and not from the user's folder.
    absWorkingDir: dirname(resolve(main)),
    chunkNames: '[name]-[hash]',
    // One library is written for React.
    alias: { react: 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
  })
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
}
