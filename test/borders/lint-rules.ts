import { readdirSync } from 'node:fs'
import { type Folder, GUARDED, PARTS, SERVER } from './folders.ts'
import { HTTP_FEATURES } from './http-features.ts'
import { PAGE } from './page-folders.ts'

/** Returns the lint rules of all borders, as the text of a Biome configuration that `biome.json` extends. */
export function lintRules(): string {
  const overrides = [
    ...[...SERVER, ...PARTS].flatMap(rulesOfServer),
    ...HTTP_FEATURES.map(ruleOfServer),
    ...PAGE.map(ruleOfPage),
  ]
  return `${JSON.stringify({ overrides }, null, 2)}\n`
}

/** A folder without the members that its rule does not need. */
type Bordered = Omit<Folder, 'job' | 'first'>

/** Returns the rule of a folder and, if its sub-folders are apart, the rule of each of them. */
const rulesOfServer = ({ partsAreApart, ...folder }: Folder) =>
  [folder, ...(partsAreApart ? partsOf(folder) : [])].map(ruleOfServer)

const partsOf = (folder: Folder): Folder[] =>
  readdirSync(folder.path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ ...folder, path: `${folder.path}/${name}` }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

const ruleOfServer = (folder: Bordered) =>
  rule(folder, `!${folder.path}/**/*.test.ts`, {
    names: [...namesOf(folder), ...GUARDED.filter((name) => !folder.packages?.includes(name))],
    ways: '../**',
  })

const ruleOfPage = (folder: Folder) =>
  rule(folder, `!${folder.path}/**/*.test.*`, {
    names: [...namesOf(folder), ...GUARDED, 'node:*'],
    // Two levels up, because a part of a kind may import what all kinds use.
    ways: '../../**',
  })

interface Forbidden {
  readonly names: readonly string[]
  /**
   * Patterns of relative paths that lead out of the folder. The patterns in `names` cannot forbid these
   * paths, because a relative path does not show the name of the folder that it leads to.
   */
  readonly ways: string
}

function rule({ path, imports, packages = [] }: Bordered, except: string, { names, ways }: Forbidden) {
  const allowed = [...imports, ...packages].join(', ') || 'nothing of ours'
  const patterns = [
    { group: names, message: `${path} may import ${allowed}. The lists are in test/borders.` },
    { group: [ways], message: 'A module of another folder is imported from the root: #folder/module.ts.' },
  ]
  const options = { level: 'error', options: { patterns } }
  return {
    includes: [`${path}/**`, except],
    linter: { rules: { style: { noRestrictedImports: options } } },
  }
}

/** Returns patterns that forbid every folder of the program except the allowed ones. */
const namesOf = ({ path, imports, partsAreApart = false }: Bordered): string[] => [
  '#*/**',
  ...(partsAreApart ? [] : [path.replace('src/', '')]).concat(imports).map(allow),
]
const allow = (place: string): string => (place.endsWith('.ts') ? `!#${place}` : `!#${place}/**`)
