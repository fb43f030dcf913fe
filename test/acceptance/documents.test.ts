import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parseConfig, unknownVariables } from '../../src/app/config.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DOCS = join(ROOT, 'docs')
const FILES = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].map((name) => join(ROOT, name)),
  ...readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(DOCS, name)),
]
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Returns the anchors of a file, which a link can name after `#`. */
function headingsOf(file: string): string[] {
  const headings = textOf(file).matchAll(/^#{1,6} (.+)$/gm)
  return [...headings].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isThere(path: string): boolean {
  try {
    return statSync(path).isFile() || readdirSync(path).length > 0
  } catch {
    return false
  }
}

interface Link {
  readonly file: string
  readonly target: string
}
const linksOf = (file: string): Link[] =>
  [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/.test(target) ? [] : [{ file, target }],
  )

test('every relative link of the documents resolves, with its heading', () => {
  const links = FILES.flatMap(linksOf)
  expect(links.length).toBeGreaterThan(200)
  const broken = links.filter(({ file, target }) => {
    const [path = '', heading] = target.split('#')
    const found = path === '' ? file : join(dirname(file), path)
    if (!isThere(found)) return true
    return heading !== undefined && found.endsWith('.md') && !headingsOf(found).includes(heading)
  })
  expect(broken.map(({ file, target }) => `${relative(ROOT, file)} ${target}`)).toEqual([])
})

test('docs/README.md leads to every document', () => {
  const lead = (file: string) =>
    linksOf(file).map(({ target }) => join(dirname(file), target.split('#')[0] ?? ''))
  const index = join(DOCS, 'README.md')
  const listed = new Set([index, ...lead(index), ...lead(join(DOCS, 'semantics/README.md'))])
  const unlisted = FILES.filter((file) => !listed.has(file) && dirname(file) !== join(DOCS, 'decisions'))
  expect(unlisted.map((file) => relative(ROOT, file))).toEqual([])
})

test('docs/settings.md has every setting, and no other', () => {
  const rows = textOf(join(DOCS, 'settings.md')).matchAll(/^\| `([A-Z_]+)`/gm)
  const names = [...rows].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(parseConfig({}))))
  expect(unknownVariables(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})
