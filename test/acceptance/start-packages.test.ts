import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const { dependencies, devDependencies, startDependencies } = JSON.parse(
  readFileSync(`${ROOT}package.json`, 'utf8'),
) as {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly startDependencies: readonly string[]
}

/**
 * Matches imports of values that happen while the program runs. It also matches imports without a name and
 * imports in style sheets. The compiler leaves out imports of types.
 */
const IMPORTED =
  /(?:^import (?!type )(?:[^'"]*? from )?|^export [^'"]*? from |import\(|@import )['"]([^'"]+)['"]/gm
const packageOf = (address: string) => address.split('/', address.startsWith('@') ? 2 : 1).join('/')
const isPackage = (address: string) => /^[@a-z]/.test(address) && !address.startsWith('node:')

const CODE = /\.(ts|tsx|css|cjs)$/
const TEST = /\.test\.tsx?$/

function packagesIn(folder: 'web' | 'scripts'): Set<string> {
  const files = readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
  const addresses = files
    .filter((file) => CODE.test(file) && !TEST.test(file))
    .flatMap((file) => [...readFileSync(`${ROOT}${folder}/${file}`, 'utf8').matchAll(IMPORTED)])
    .map(([, address = '']) => address)
  return new Set(addresses.filter(isPackage).map(packageOf))
}

// `npm test` has all packages installed, so a missing name would show only on a fresh clone.
test('npm start installs each package that builds the page or bundles the source, and no further one', () => {
  const used = new Set([...packagesIn('web'), ...packagesIn('scripts')])
  const needed = [...used].filter((name) => !(name in dependencies))
  expect([...startDependencies].sort()).toEqual(needed.sort())
  for (const name of startDependencies) expect(Object.keys(devDependencies)).toContain(name)
})
