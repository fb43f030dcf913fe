import { CIRCLES, type Folder, PAGE, PARTS, SERVER } from './folders.ts'
import { layersOf, nameOf } from './layers.ts'

/** Makes the parts of ARCHITECTURE.md that the list of folders determines, by the name of the part. */
export const ARCHITECTURE: Readonly<Record<string, () => string>> = {
  layers: () => picture(layersOf(SERVER, CIRCLES)),
  folders: () => table(SERVER),
  parts: () => table(PARTS),
  page: () => table(PAGE),
}

/** The rows from the highest to the lowest. Folders of a circle are joined by `+`. */
const picture = (layers: ReturnType<typeof layersOf>): string =>
  [
    '```text',
    ...layers.toReversed().map((layer) => layer.map((group) => group.join(' + ')).join('   ')),
    '```',
  ].join('\n')

const table = (folders: readonly Folder[]): string =>
  aligned([
    ['Folder', 'Job', 'May import', 'First file'],
    ...folders.map((folder) => [
      `\`${folder.path}\``,
      folder.job,
      allowedWords(folder, folders),
      `\`${folder.first}\``,
    ]),
  ])

/** Returns a table in Markdown whose columns are as wide as their widest cell, as Biome formats them. */
function aligned([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const MOST_NAMES = 13

/** The allowed folders; for many of them, those above in the table that are not allowed. */
function allowedWords({ path, imports, packages = [] }: Folder, folders: readonly Folder[]): string {
  const names = [...new Set(imports.map(shortOf))]
  const isWhole = (name: string) => imports.includes(name)
  const words = names.map((name) => (isWhole(name) ? `\`${name}\`` : `some of \`${name}\``))
  const all = [...words, ...packages.map((name) => `\`${name}\``)].join(', ')
  if (names.length + packages.length <= MOST_NAMES) return all || 'nothing of ours'
  const above = folders
    .slice(
      0,
      folders.findIndex((one) => one.path === path),
    )
    .map((one) => nameOf(one.path))
  const not = above.filter((name) => !names.includes(name)).map((name) => `\`${name}\``)
  return `all above${not.length === 0 ? '' : ` except ${not.join(', ')}`}`
}

/** Returns a folder as it is imported; for a single file, its folder of `src`. */
const shortOf = (place: string): string => (place.endsWith('.ts') ? nameOf(place) : place)

/** Returns the text with new parts between `<!-- borders:NAME -->` and `<!-- /borders -->`. */
export const withBorders = (text: string): string =>
  text.replace(
    /(<!-- borders:(\w+) -->\n)[\s\S]*?(<!-- \/borders -->)/g,
    (whole, before: string, name: string, after: string) => {
      const part = ARCHITECTURE[name]
      return part === undefined ? whole : `${before}\n${part()}\n\n${after}`
    },
  )
