import type { Folder } from './folders.ts'

/**
 * Returns the names of the folders in rows, the lowest first. Each folder imports folders of lower rows
 * only, and is as low as it can be.
 * @throws Error for folders that import each other
 */
export function layersOf(folders: readonly Folder[]): string[][] {
  const left = new Map(folders.map(({ path, imports }) => [nameOf(path), imports.map(nameOf)]))
  const placed = new Set<string>()
  const layers: string[][] = []
  while (left.size > 0) {
    const layer = [...left]
      .filter(([, names]) => names.every((name) => placed.has(name)))
      .map(([name]) => name)
    if (layer.length === 0) throw new Error(`Folders import each other: ${[...left.keys()].join(', ')}.`)
    for (const name of layer) {
      left.delete(name)
      placed.add(name)
    }
    layers.push(layer)
  }
  return layers
}

/**
 * Returns the name of a folder: `engine` for `src/engine` and for `engine/event-store.ts`, `web/api` for
 * `web/api`.
 */
export function nameOf(place: string): string {
  const [first, ...rest] = place.replace(/^src\//, '').split('/')
  return first === 'web' ? `web/${rest[0]}` : String(first)
}
