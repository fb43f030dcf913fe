// Installs missing packages and builds the page of a checkout, before `npm start` and `npm test`. Node built-ins only, because it runs before the installation.
'use strict'
const { whyNot } = require('./machine.cjs')

// Before the next lines, because an old Node does not know `node:` imports.
const reason = whyNot()
if (reason !== null) {
  console.error(reason)
  process.exit(1)
}
const { spawnSync } = require('node:child_process')
const { existsSync, readdirSync, statSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const inModules = (name) => join(root, 'node_modules', name)

function isInstalled() {
  const record = inModules('.package-lock.json')
  if (!existsSync(record)) return false
  if (statSync(record).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) return false
  // npm goes on without an optional package that it could not fetch; this one is the event engine.
  if (!existsSync(inModules('chdb')) || !existsSync(inModules('@chdb'))) return false
  return existsSync(inModules('tsx')) && existsSync(inModules('vite'))
}

// With the development packages, which build the page and load the source, whatever NODE_ENV says: a server without them is the
// package that `npm pack` makes.
function install() {
  console.log('Installing packages, once (about a minute)...')
  const result = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status || 1)
  if (isInstalled()) return
  console.error(
    'The event engine (npm package chdb) could not be fetched. Check that the registry has it, then try again.',
  )
  process.exit(1)
}

/** The newest change below `folder`, in epoch ms. */
function lastChangeMs(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  return Math.max(
    statSync(folder).mtimeMs,
    ...entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? lastChangeMs(path) : statSync(path).mtimeMs
    }),
  )
}

function isPageBuilt() {
  const built = join(root, 'dist/web/index.html')
  const sourceMs = Math.max(lastChangeMs(join(root, 'web')), lastChangeMs(join(root, 'src/contract')))
  return existsSync(built) && statSync(built).mtimeMs >= sourceMs
}

function buildPage() {
  console.log('Building the page, once (a few seconds)...')
  const vite = inModules('vite/bin/vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (result.status !== 0) process.exit(result.status || 1)
}

if (!isInstalled()) install()
if (!isPageBuilt()) buildPage()
