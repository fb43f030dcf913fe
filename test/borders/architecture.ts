import { type Folder, PARTS, SERVER } from './folders.ts'
import { HTTP_FEATURES } from './http-features.ts'
import { layersOf, nameOf } from './layers.ts'
import { PAGE } from './page-folders.ts'

/** Makes the parts of ARCHITECTURE.md that the list of folders determines, by the name of the part. */
export const ARCHITECTURE: Readonly<Record<string, () => string>> = {
  layers: () => picture(layersOf(SERVER)),
  folders: () => table(SERVER),
  parts: () => table(PARTS),
  features: () => featuresTable(),
  page: () => table(PAGE),
}

/** Returns the picture of the layers, with the highest row first. */
const picture = (layers: readonly (readonly string[])[]): string =>
  ['```text', ...layers.toReversed().map((layer) => layer.join('   ')), '```'].join('\n')

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

/** Returns the table of the features of `http` that import other features. */
const featuresTable = (): string =>
  aligned([
    ['Feature', 'May import'],
    ...HTTP_FEATURES.filter(({ others }) => others.length > 0).map(({ path, others }) => [
      `\`${path}\``,
      others.map((name) => `\`${name}\``).join(', '),
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

/**
 * Returns the words for the allowed imports. If there are many, the words are "all above", with the
 * exceptions.
 */
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

/** Returns the name under which a folder is imported; for a single file, the name of its folder of `src`. */
const shortOf = (place: string): string => (place.endsWith('.ts') ? nameOf(place) : place)

/** Returns the text with new content between `<!-- borders:NAME -->` and `<!-- /borders -->`. */
export const withBorders = (text: string): string =>
  text.replace(
    /(<!-- borders:(\w+) -->\n)[\s\S]*?(<!-- \/borders -->)/g,
    (whole, before: string, name: string, after: string) => {
      const part = ARCHITECTURE[name]
      return part === undefined ? whole : `${before}\n${part()}\n\n${after}`
    },
  )
