import type { Folder } from './folders.ts'

/** Folders in one row of the picture. Folders of a circle stand together. */
export type Layer = readonly (readonly string[])[]

/**
 * Returns the folders in rows, the lowest first. Each folder imports folders of lower rows only, and is as
 * low as it can be.
 * @throws Error for a circle of imports that `circles` does not name
 */
export function layersOf(folders: readonly Folder[], circles: readonly (readonly string[])[]): Layer[] {
  const groupOf = (name: string) => circles.find((circle) => circle.includes(name)) ?? [name]
  const groups = new Set(folders.map(({ path }) => groupOf(nameOf(path))))
  // All folders of a circle have the same array, so that they find the same group.
  const left = new Map([...groups].map((group) => [group, below(group, folders)]))
  const placed = new Set<string>()
  const layers: Layer[] = []
  while (left.size > 0) {
    const layer = [...left]
      .filter(([, names]) => names.every((name) => placed.has(name)))
      .map(([group]) => group)
    if (layer.length === 0)
      throw new Error(`Folders import each other: ${[...left.keys()].flat().join(', ')}.`)
    for (const group of layer) left.delete(group)
    for (const name of layer.flat()) placed.add(name)
    layers.push(layer)
  }
  return layers
}

/** Returns the folders outside of the group that its members import. */
const below = (group: readonly string[], folders: readonly Folder[]): string[] =>
  folders
    .filter(({ path }) => group.includes(nameOf(path)))
    .flatMap(({ imports }) => imports.map((place) => nameOf(place)))
    .filter((name) => !group.includes(name))

/**
 * Returns the name of a folder: `engine` for `src/engine` and for `engine/event-store.ts`, `web/api` for
 * `web/api`.
 */
export function nameOf(place: string): string {
  const [first, ...rest] = place.replace(/^src\//, '').split('/')
  return first === 'web' ? `web/${rest[0]}` : String(first)
}
