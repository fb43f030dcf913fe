import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TypeCircle } from './type-circles.ts'

/**
 * The files that a file imports. `values` are those of which it imports a value; `all` also has those of
 * which it imports types alone.
 */
interface Imports {
  readonly values: readonly string[]
  readonly all: readonly string[]
}

const IMPORT = /^(?:import|export) (type )?(?:[^'"]*? from )?'([.#][^']+)'/gm
const NAMES = /\{([^}]*)\}/

/** Returns the files that a file imports. An import whose names are all types is no import of values. */
export function importsOf(file: string, text: string): Imports {
  const found = [...text.matchAll(IMPORT)].map(([statement, type, name = '']) => ({
    path: name.startsWith('#') ? rootOf(name) : join(dirname(file), name),
    isType: type !== undefined || namesOnlyTypes(statement),
  }))
  return {
    values: found.filter(({ isType }) => !isType).map(({ path }) => path),
    all: found.map(({ path }) => path),
  }
}

const rootOf = (name: string) => (name.startsWith('#web/') ? name.slice(1) : `src/${name.slice(1)}`)

function namesOnlyTypes(statement: string): boolean {
  const names = NAMES.exec(statement)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '')
  return names?.every((name) => name.trim().startsWith('type ')) ?? false
}

/** Returns the groups of files that import each other, each group and all groups in the order of names. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const left = withoutEnds(imports)
  const reached = new Map([...left.keys()].map((file) => [file, reachedFrom(file, left)]))
  const circleOf = (file: string) =>
    [...(reached.get(file) ?? [])].filter((other) => reached.get(other)?.has(file)).sort()
  const circles = [...left.keys()].map(circleOf).filter((circle) => circle.length > 1)
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()].sort((one, other) =>
    String(one[0]) < String(other[0]) ? -1 : 1,
  )
}

/**
 * Leaves out files that import none of the remaining ones, until no such file is left. The files that are
 * left out are in no circle.
 */
function withoutEnds(imports: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const left = new Map(imports)
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const [file, others] of left) if (!others.some((other) => left.has(other))) left.delete(file)
  }
  return left
}

/** Returns the files that a file imports, directly or through others. */
function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const next = [file]
  for (let one = next.pop(); one !== undefined; one = next.pop())
    for (const other of imports.get(one) ?? [])
      if (!reached.has(other)) {
        reached.add(other)
        next.push(other)
      }
  return reached
}

/** Reads the imports of files. */
export const importsIn = (files: readonly string[]): Map<string, Imports> =>
  new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]))

/**
 * Returns the faults of the circles among files: each circle of values, each circle of types that is not
 * listed, and each listed circle that no longer exists.
 */
export function circleFaults(imports: ReadonlyMap<string, Imports>, listed: readonly TypeCircle[]): string[] {
  const of = (kind: keyof Imports) => circlesOf(new Map([...imports].map(([file, one]) => [file, one[kind]])))
  const nameOf = (files: readonly string[]) => [...files].sort().join(', ')
  const known = new Set(listed.map(({ files }) => nameOf(files)))
  const found = new Set(of('all').map(nameOf))
  return [
    ...of('values').map((circle) => `Files import each other: ${nameOf(circle)}.`),
    ...[...found]
      .filter((name) => !known.has(name))
      .map((name) => `A circle of types is not in test/borders/type-circles.ts: ${name}.`),
    ...[...known]
      .filter((name) => !found.has(name))
      .map((name) => `A circle of test/borders/type-circles.ts is gone: ${name}.`),
  ]
}
