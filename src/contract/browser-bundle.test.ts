import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

/** Bundles the whole contract into one script for a browser. esbuild refuses an import of a Node module. */
const bundled = () =>
  build({
    stdin: {
      contents: files.map((name, i) => `export * as file${i} from './${name}'`).join('\n'),
      resolveDir: folder,
    },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'contract',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })

test('a page can import the contract: zod is its only package, and nothing of Node is needed', async () => {
  const { metafile, outputFiles } = await bundled()
  const packages = Object.keys(metafile.inputs).flatMap(
    (path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  )
  expect([...new Set(packages)]).toEqual(['zod'])
  const page = createContext({ URL })
  runInContext(outputFiles[0]?.text ?? '', page)
  const exported = runInContext('Object.values(contract).flatMap(Object.keys)', page)
  expect(exported).toEqual(expect.arrayContaining(['ErrorBody', 'SCOPES']))
})

// A global of Node needs no import, so the bundle above would not fail. If only a function uses the global,
// the error appears only when the function runs.
test.each(files)('%s uses no global of Node', (name) => {
  expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(
    /\b(?:Buffer|process|require|__dirname)(?:\.\w|\()/,
  )
})
