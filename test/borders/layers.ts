import type { Folder } from './folders.ts'

/** Folders of one row of the picture. Those of a circle stand together. */
export type Layer = readonly (readonly string[])[]

/**
 * The folders in rows, the lowest first: each imports folders of lower rows only, and lies as low as it can.
 * @throws Error for a circle of imports that `circles` does not name
 */
export function layersOf(folders: readonly Folder[], circles: readonly (readonly string[])[]): Layer[] {
  const groupOf = (name: string) => circles.find((circle) => circle.includes(name)) ?? [name]
  const groups = new Set(folders.map(({ path }) => groupOf(nameOf(path))))
  // A circle is named with one array, so that its folders find the same group.
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

/** The folders outside of the group that its members import. */
const below = (group: readonly string[], folders: readonly Folder[]): string[] =>
  folders
    .filter(({ path }) => group.includes(nameOf(path)))
    .flatMap(({ imports }) => imports.map((place) => nameOf(place)))
    .filter((name) => !group.includes(name))

/** `engine` of `src/engine`, and of `engine/engine.ts`; `web/api` of `web/api`. */
export function nameOf(place: string): string {
  const [first, ...rest] = place.replace(/^src\//, '').split('/')
  return first === 'web' ? `web/${rest[0]}` : String(first)
}
