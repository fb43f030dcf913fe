// Adds to package-lock.json the platform packages that npm left out. npm records only those that the registry could
// deliver; with a registry that mirrors one platform the lock file is refused by `npm ci` on every other platform, and even
// on that one. Name, version and platform follow from the optional dependencies of the parent packages.
'use strict'
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** `@scope/name-linux-x64-gnu` as the lock file's fields `os` and `cpu`, or null for another kind of package. */
function platformOf(name) {
  const words = name.split(/[-/]/)
  const os = SYSTEMS.filter((system) => words.includes(system))
  const cpu = CPUS.filter((one) => words.includes(one))
  if (words.includes('universal')) return { os }
  return cpu.length === 0 ? null : { ...(os.length > 0 && { os }), cpu }
}

const file = join(__dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
for (const parent of Object.values({ ...lock.packages }))
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const platform = platformOf(name)
    const at = `node_modules/${name}`
    if (lock.packages[at] !== undefined || platform === null) continue
    lock.packages[at] = { version, ...platform, ...(parent.dev && { dev: true }), optional: true }
    console.log(`added ${name} ${version}`)
  }
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
