import {
  addRegisters,
  type PropertyRegister,
  type PropertyRegisters,
  registersOf,
} from '#identity/property-registers.ts'

/** What an event says of groups, beside having happened. */
export interface SaidOfGroups {
  readonly timestampMs: number
  /** By which statements about one group are ordered. */
  readonly atUs: number
  readonly groups: readonly { readonly type: string; readonly key: string }[]
  readonly groupStatement: {
    readonly type: string
    readonly key: string
    readonly set: Readonly<Record<string, unknown>>
  } | null
}

/** What some events together say of one group. */
export interface GroupNews {
  readonly typeIndex: number
  readonly key: string
  /** The time of the earliest of them. */
  readonly earliestMs: number
  readonly registers: PropertyRegisters
}

/** Tells a group from all others of its project. */
export const groupName = (typeIndex: number, key: string): string => `${typeIndex}:${key}`

/** The types without an index, at most so many, in order of first mention. */
export function newTypes(
  said: readonly SaidOfGroups[],
  indexes: ReadonlyMap<string, number>,
  most: number,
): string[] {
  const found = new Set<string>()
  for (const { groups, groupStatement } of said) {
    for (const { type } of groups) if (!indexes.has(type)) found.add(type)
    if (groupStatement !== null && !indexes.has(groupStatement.type)) found.add(groupStatement.type)
    if (found.size >= most) break
  }
  return [...found].slice(0, most)
}

/** One entry a group, in order of first mention. Groups of a type without an index are nobody's news. */
export function newsOf(
  said: readonly SaidOfGroups[],
  indexes: ReadonlyMap<string, number>,
): readonly GroupNews[] {
  const news = new Map<string, Collected>()
  for (const { timestampMs, atUs, groups, groupStatement } of said) {
    for (const { type, key } of groups) collect(news, indexes.get(type), key, timestampMs)
    if (groupStatement === null) continue
    const { type, key, set } = groupStatement
    const group = collect(news, indexes.get(type), key, timestampMs)
    if (group !== null) addRegisters(group.registers, registersOf({ atUs, setOnce: null, set, unset: null }))
  }
  return [...news.values()]
}

interface Collected extends GroupNews {
  earliestMs: number
  readonly registers: Map<string, PropertyRegister>
}

function collect(
  all: Map<string, Collected>,
  typeIndex: number | undefined,
  key: string,
  timestampMs: number,
): Collected | null {
  if (typeIndex === undefined) return null
  const name = groupName(typeIndex, key)
  const known = all.get(name)
  if (known !== undefined) {
    known.earliestMs = Math.min(known.earliestMs, timestampMs)
    return known
  }
  const added = { typeIndex, key, earliestMs: timestampMs, registers: new Map() }
  all.set(name, added)
  return added
}
