import { type GivenEvent, type GivenGroup, matches } from './filter-definition.ts'
import { itemHash } from './item-hash-definition.ts'
import { type GivenFunnelPaths, spansOf } from './path-funnel-definition.ts'
import { type GivenRules, isSameItem, itemOf } from './path-item-definition.ts'
import { type GivenCalendar, type GivenRange, isInRange, rangeSinceFirst } from './range-definition.ts'

export interface GivenPaths extends GivenRules {
  readonly properties: GivenGroup
  readonly range: GivenRange
  readonly calendar: GivenCalendar
  readonly groupTypeIndex: 0 | 4 | null
  readonly startPoint: string | null
  readonly endPoint: string | null
  /** Null is the default. */
  readonly stepLimit: number | null
  readonly edgeLimit: number | null
  readonly minWeight: number | null
  readonly maxWeight: number | null
  readonly funnel: GivenFunnelPaths | null
}
export interface DefinedEdge {
  readonly source: string
  readonly target: string
  readonly value: number
  readonly averageMs: number
}
type Actor = number | string
interface Visit {
  readonly item: string
  readonly atMs: number
}
interface DefinedPath {
  readonly actor: Actor
  readonly visits: readonly Visit[]
  /** Whether the session has no further item after the visits of the path. */
  readonly isOver: boolean
}

const SESSION_GAP_MS = 30 * 60_000

/**
 * Implements docs/semantics/paths.md literally: walks the path of every session, and counts its edges one by
 * one.
 */
export function pathsByDefinition(events: readonly GivenEvent[], asked: GivenPaths): DefinedEdge[] {
  const took = new Map<string, number[]>()
  for (const { visits } of pathsOf(events, asked))
    for (const [i, { item, atMs }] of visits.entries()) {
      const next = visits[i + 1]
      if (next === undefined) continue
      const key = JSON.stringify([i + 1, item, next.item])
      took.set(key, [...(took.get(key) ?? []), next.atMs - atMs])
    }
  const counted = [...took].map(([key, times]) => {
    const [step, source, target] = JSON.parse(key) as [number, string, string]
    const total = times.reduce((sum, one) => sum + one, 0)
    return { step, source, target, value: times.length, averageMs: total / times.length }
  })
  const { minWeight, maxWeight, startPoint, endPoint } = asked
  const weighed = counted.filter(
    ({ value }) => (minWeight === null || value >= minWeight) && (maxWeight === null || value <= maxWeight),
  )
  const limit = asked.edgeLimit ?? (startPoint !== null && endPoint !== null ? 10_000 : 50)
  const kept = weighed.sort(byWeight).slice(0, limit)
  const edges = kept.map(({ step, source, target, ...rest }) => ({
    source: `${step}_${source}`,
    target: `${step + 1}_${target}`,
    ...rest,
  }))
  const shown =
    minWeight === null && maxWeight === null ? edges.filter((edge) => isReached(edge, edges)) : edges
  return shown.sort((a, b) => b.value - a.value || compare(a.source, b.source) || compare(a.target, b.target))
}

interface Key {
  readonly step: number
  readonly item: string
}
export interface DefinedPathsCell {
  readonly start: Key | null
  readonly end: Key | null
  readonly dropoff: Key | null
}

/** Returns the actors behind a cell, in order. */
export function actorsOnPaths(
  events: readonly GivenEvent[],
  asked: GivenPaths,
  { start, end, dropoff }: DefinedPathsCell,
): Actor[] {
  const found = pathsOf(events, asked).filter(({ visits, isOver }) => {
    const isAt = ({ step, item }: Key) => visits[step - 1]?.item === item
    const isStart = start === null || (isAt(start) && visits.length > start.step)
    const isEnd = end === null || isAt(end)
    const isDropoff = dropoff === null || (isAt(dropoff) && visits.length === dropoff.step && isOver)
    return isStart && isEnd && isDropoff
  })
  return [...new Set(found.map(({ actor }) => actor))].sort()
}

function pathsOf(events: readonly GivenEvent[], asked: GivenPaths): DefinedPath[] {
  const { funnel } = asked
  // Paths have no buckets, so a range that begins with the first event begins exactly at the time of this
  // event.
  const range = rangeSinceFirst(asked.range, events, () => true, asked.calendar)
  const spans = funnel === null ? null : spansOf(events, funnel, asked)
  const visits = events.flatMap((event) => {
    const actor = asked.groupTypeIndex === null ? event.person : event.groups?.[asked.groupTypeIndex]
    const item = itemOf(event, asked)
    const takesPart =
      isInRange(event.atMs, range, 'day', asked.calendar) &&
      matches({ event: null, properties: asked.properties }, event, asked.calendar)
    if (!takesPart || item === null || actor === undefined) return []
    const isAround = spans === null || spans.get(actor)?.(event.atMs) === true
    return isAround ? [{ actor, item, atMs: event.atMs }] : []
  })
  return [...new Set(visits.map(({ actor }) => actor))].flatMap((actor) =>
    sessionsOf(
      visits.filter((visit) => visit.actor === actor),
      funnel === null ? SESSION_GAP_MS : funnel.windowSeconds * 1000,
    ).flatMap((session) => {
      const cut = cutPath(session, asked)
      return cut === null ? [] : [{ actor, ...cut }]
    }),
  )
}

function sessionsOf(visits: readonly Visit[], gapMs: number): Visit[][] {
  const sessions: Visit[][] = []
  let before: Visit | undefined
  for (const visit of visits.toSorted(inOrder)) {
    if (before === undefined || visit.atMs - before.atMs >= gapMs) sessions.push([])
    sessions.at(-1)?.push(visit)
    before = visit
  }
  return sessions.map((session) => session.filter(({ item }, i) => item !== session[i + 1]?.item))
}

const inOrder = (a: Visit, b: Visit) => a.atMs - b.atMs || compare(itemHash(a.item), itemHash(b.item))

function cutPath(
  session: readonly Visit[],
  { startPoint, endPoint, stepLimit }: GivenPaths,
): Pick<DefinedPath, 'visits' | 'isOver'> | null {
  const most = stepLimit ?? 5
  const from = startPoint === null ? 0 : session.findIndex(({ item }) => isSameItem(startPoint, item))
  if (from < 0) return null
  const begun = session.slice(from)
  if (endPoint === null) return { visits: begun.slice(0, most), isOver: begun.length <= most }
  const end = begun.findIndex(({ item }) => isSameItem(endPoint, item))
  if (end < 0) return null
  const whole = begun.slice(0, end + 1)
  const isOver = whole.length === begun.length
  if (startPoint === null) return { visits: whole.slice(-most), isOver }
  if (whole.length <= most) return { visits: whole, isOver }
  const half = Math.floor(most / 2)
  const leftOut = { item: '...', atMs: whole[half]?.atMs ?? 0 }
  return { visits: [...whole.slice(0, half), leftOut, ...whole.slice(-half)], isOver }
}

type Counted = Omit<DefinedEdge, 'averageMs'> & { readonly step: number }

const byWeight = (a: Counted, b: Counted) =>
  b.value - a.value ||
  a.step - b.step ||
  compare(itemHash(a.source), itemHash(b.source)) ||
  compare(itemHash(a.target), itemHash(b.target))

/** Returns whether edges lead from a first item to the source of this edge. */
const isReached = ({ source }: DefinedEdge, edges: readonly DefinedEdge[]): boolean =>
  source.startsWith('1_') || edges.some((edge) => edge.target === source && isReached(edge, edges))

const compare = <Value extends string | bigint>(a: Value, b: Value) => (a < b ? -1 : Number(a > b))
