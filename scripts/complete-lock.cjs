// Adds the platform packages that npm left out to package-lock.json. npm records only the packages that the
// registry could deliver. If the registry mirrors one platform only, `npm ci` refuses the lock file on
// every other platform, and even on that one. The name, version and platform of a package are derived from
// the optional dependencies of its parent package.
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

/**
 * Returns the fields `os` and `cpu` that the lock file has for a name such as `@scope/name-linux-x64-gnu`.
 * Returns null for the name of any other kind of package.
 */
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
