import {
  joinRegisters,
  NOTHING_KNOWN,
  type PropertyRegisters,
  registersOf,
} from '../identity/property-registers.ts'

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
  readonly type: string
  readonly key: string
  /** The time of the earliest of them. */
  readonly earliestMs: number
  readonly registers: PropertyRegisters
}

/** One entry a group, in order of first mention. */
export function newsOf(said: readonly SaidOfGroups[]): GroupNews[] {
  const news = new Map<string, GroupNews>()
  for (const { timestampMs, atUs, groups, groupStatement } of said) {
    for (const { type, key } of groups)
      add(news, { type, key, earliestMs: timestampMs, registers: NOTHING_KNOWN })
    if (groupStatement === null) continue
    const { type, key, set } = groupStatement
    const registers = registersOf({ atUs, setOnce: null, set, unset: null })
    add(news, { type, key, earliestMs: timestampMs, registers })
  }
  return [...news.values()]
}

function add(all: Map<string, GroupNews>, one: GroupNews): void {
  // The length tells where the type ends, whatever both hold.
  const name = `${one.type.length}:${one.type}${one.key}`
  const known = all.get(name)
  all.set(name, known === undefined ? one : joinNews(known, one))
}

const joinNews = (a: GroupNews, b: GroupNews): GroupNews => ({
  ...a,
  earliestMs: Math.min(a.earliestMs, b.earliestMs),
  registers: joinRegisters(a.registers, b.registers),
})
