import {
  addRegisters,
  type PropertyRegister,
  type PropertyRegisters,
  toRegisters,
} from '#identity/property-registers.ts'

/** The parts of an event that concern groups. */
export interface GroupStatements {
  readonly timestampMs: number
  /** Orders the statements about one group, in epoch microseconds. */
  readonly atUs: number
  /** The groups in which the event happened. */
  readonly groups: readonly { readonly type: string; readonly key: string }[]
  /** The properties that a `$groupidentify` sets; null for other events. */
  readonly groupStatement: {
    readonly type: string
    readonly key: string
    readonly set: Readonly<Record<string, unknown>>
  } | null
}

/** The statements of several events about one group, joined. */
export interface GroupUpdate {
  readonly typeIndex: number
  readonly key: string
  /** The time of the earliest event. */
  readonly earliestMs: number
  readonly registers: PropertyRegisters
}

/** Returns a name that identifies a group in its project. */
export const groupName = (typeIndex: number, key: string): string => `${typeIndex}:${key}`

/** Returns the group types that have no index, at most `most`, in the order of their first mention. */
export function newGroupTypes(
  statements: readonly GroupStatements[],
  indexes: ReadonlyMap<string, number>,
  most: number,
): string[] {
  const found = new Set<string>()
  for (const { groups, groupStatement } of statements) {
    for (const { type } of groups) if (!indexes.has(type)) found.add(type)
    if (groupStatement !== null && !indexes.has(groupStatement.type)) found.add(groupStatement.type)
    if (found.size >= most) break
  }
  return [...found].slice(0, most)
}

/**
 * Returns one update for each group, in the order of first mention. Groups of a type without an index are
 * left out.
 */
export function groupUpdates(
  statements: readonly GroupStatements[],
  indexes: ReadonlyMap<string, number>,
): readonly GroupUpdate[] {
  const updates = new Map<string, Collected>()
  for (const { timestampMs, atUs, groups, groupStatement } of statements) {
    for (const { type, key } of groups) collect(updates, indexes.get(type), key, timestampMs)
    if (groupStatement === null) continue
    const { type, key, set } = groupStatement
    const group = collect(updates, indexes.get(type), key, timestampMs)
    if (group !== null) addRegisters(group.registers, toRegisters({ atUs, setOnce: null, set, unset: null }))
  }
  return [...updates.values()]
}

interface Collected extends GroupUpdate {
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
