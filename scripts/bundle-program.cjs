// Bundles the program of a checkout. A start from the bundle takes less than half of the CPU of a start that
// loads 1,200 files of TypeScript one by one.
'use strict'
const { createHash, randomUUID } = require('node:crypto')
const { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } =
  require('node:fs')
const { join } = require('node:path')

/** Files that decide what a bundle has, in addition to the source. npm writes the last one. */
const OTHER_INPUTS = [
  'scripts/bundle-program.cjs',
  'package.json',
  'tsconfig.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
]
/**
 * The path of each bundle begins with this. Packages are found from there, and the folder is as deep as the
 * folders of the source, so that the program finds its migrations relative to itself.
 */
const BUNDLES = 'node_modules/.throughline-program-'
/**
 * Number of the newest bundles, which are kept. Several are kept, because a running server loads some files
 * of its bundle later.
 */
const KEPT = 10
const MAIN = 'main.mjs'

/**
 * Packages that are not bundled, because they find some of their files relative to themselves: native code,
 * assets and modules of worker threads.
 */
const EXTERNAL = ['chdb', 'libsql', 'pino', 'pino-pretty', 'posthog-js', '@fastify/*', '@opentelemetry/*']
/**
 * Gives CommonJS packages a `require` inside a bundle of ES modules, with which they load built-in modules.
 */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);"

/**
 * Returns the path of the bundled program of the checkout `root`. Makes the bundle if the source, the
 * packages or this file have changed since the last start.
 *
 * The name of a bundle tells the state of its inputs, and a bundle is renamed to it when it is whole. So a
 * killed build leaves nothing that is run, and builds at the same time do not disturb each other.
 */
exports.bundledProgram = async function bundledProgram(root) {
  for (;;) {
    const state = stateOfInputs(root)
    const folder = join(root, BUNDLES + state)
    if (existsSync(join(folder, MAIN))) return join(folder, MAIN)
    const begun = `${folder}-${randomUUID()}`
    try {
      await bundleInto(root, begun)
      // A file that changed during the build may be in the bundle in either form.
      if (stateOfInputs(root) === state) renameWhole(begun, folder)
    } finally {
      rmSync(begun, { recursive: true, force: true })
    }
    removeOldBundles(root)
  }
}

/** Bundles the program, and the module that worker threads run, into a new folder. */
async function bundleInto(root, outdir) {
  const { build } = await import('esbuild')
  mkdirSync(outdir)
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts', 'src/insights/kinds/walk-worker.ts'],
    outdir,
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    // `node --enable-source-maps` reads the maps. Without this option they take no time.
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
  })
}

/** Renames a finished bundle, unless another process was faster: its bundle has the same inputs. */
function renameWhole(begun, folder) {
  // Without this, a power cut after the rename could leave empty files, and Node runs an empty file.
  for (const name of readdirSync(begun)) syncFile(join(begun, name))
  try {
    renameSync(begun, folder)
  } catch (error) {
    if (!existsSync(join(folder, MAIN))) throw error
  }
}

function syncFile(path) {
  const file = openSync(path)
  fsyncSync(file)
  closeSync(file)
}

/** Removes all bundles but the newest ones, and what killed builds have left among them. */
function removeOldBundles(root) {
  const modules = join(root, 'node_modules')
  const found = readdirSync(modules)
    .map((name) => join(modules, name))
    .filter((path) => path.startsWith(join(root, BUNDLES)))
    .map((path) => ({ path, madeMs: statOf(path)?.mtimeMs ?? 0 }))
    .sort((a, b) => b.madeMs - a.madeMs)
  for (const { path } of found.slice(KEPT)) rmSync(path, { recursive: true, force: true })
}

/**
 * Returns a text of 32 characters that differs after any change of an input. The kernel sets `ctime` at each
 * change of a file, and no program can set it back, unlike `mtime`.
 */
function stateOfInputs(root) {
  const lines = []
  const add = (path) => {
    const found = statOf(join(root, path))
    lines.push(`${path} ${found?.size} ${found?.mtimeMs} ${found?.ctimeMs}`)
  }
  const addFolder = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) addFolder(path)
      else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) add(path)
    }
  }
  for (const path of OTHER_INPUTS) add(path)
  addFolder('src')
  // The order of a folder's entries depends on the file system.
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex').slice(0, 32)
}

const statOf = (path) => statSync(path, { throwIfNoEntry: false })
