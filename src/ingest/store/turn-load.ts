import type { CapturedEvent } from '#ingest/captured-event.ts'

/** The work that events cause in one flush. */
export interface TurnLoad {
  /** Estimated time on the event loop. */
  readonly microseconds: number
  /** Approximate size of the events. */
  readonly characters: number
  /** Months since 1970 in UTC. Each month needs an insert of its own. */
  readonly months: ReadonlySet<number>
}

/**
 * Cost of an event without a merge, and of an event with a merge. The cost of a merge was measured on a busy
 * machine with two cores: a request of 50,000 merges of new ids took 18.8 s. The cost of an event is the
 * time that Node.js, without the engine, needs for an event in the bench.
 */
const EVENT_MICROSECONDS = 25
const MERGE_MICROSECONDS = 400
/** Approximate size of an event without its properties. */
const EVENT_CHARACTERS = 200
const MiB = 1024 * 1024

/**
 * Most work in one flush. With this limit, other projects wait about a tenth of a second. The insert into a
 * month takes 30 ms, most of it for syncing the disk.
 */
const MOST = { microseconds: 100_000, characters: 16 * MiB, months: 3 } as const

export const NO_LOAD: TurnLoad = { microseconds: 0, characters: 0, months: new Set() }

const costOf = ({ person }: CapturedEvent) =>
  person.merge === null ? EVENT_MICROSECONDS : MERGE_MICROSECONDS
const sizeOf = ({ properties }: CapturedEvent) => properties.length + EVENT_CHARACTERS

function monthOf({ timestampMs }: CapturedEvent): number {
  const date = new Date(timestampMs)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}

export function loadOf(events: readonly CapturedEvent[]): TurnLoad {
  const load = { microseconds: 0, characters: 0, months: new Set<number>() }
  for (const event of events) addEvent(load, event)
  return load
}

interface GrowingLoad extends TurnLoad {
  microseconds: number
  characters: number
  readonly months: Set<number>
}

function addEvent(load: GrowingLoad, event: CapturedEvent): void {
  load.microseconds += costOf(event)
  load.characters += sizeOf(event)
  load.months.add(monthOf(event))
}

export const together = (one: TurnLoad, other: TurnLoad): TurnLoad => ({
  microseconds: one.microseconds + other.microseconds,
  characters: one.characters + other.characters,
  months: new Set([...one.months, ...other.months]),
})

export const fitsTurn = ({ microseconds, characters, months }: TurnLoad): boolean =>
  microseconds <= MOST.microseconds && characters <= MOST.characters && months.size <= MOST.months

/**
 * Splits the events of a request into parts that each fit into one flush. The events stay in order if their
 * months fit into one flush; otherwise they are sorted by month. A single event that is too large for a
 * flush is a part of its own.
 */
export function partsOf(events: readonly CapturedEvent[]): readonly (readonly CapturedEvent[])[] {
  const load = loadOf(events)
  if (fitsTurn(load)) return [events]
  const inOrder =
    load.months.size <= MOST.months ? events : events.toSorted((a, b) => monthOf(a) - monthOf(b))
  const parts: CapturedEvent[][] = []
  let part: CapturedEvent[] = []
  let filled: GrowingLoad = { microseconds: 0, characters: 0, months: new Set() }
  for (const event of inOrder) {
    if (part.length > 0 && !hasRoom(filled, event)) {
      parts.push(part)
      part = []
      filled = { microseconds: 0, characters: 0, months: new Set() }
    }
    part.push(event)
    addEvent(filled, event)
  }
  return [...parts, part]
}

const hasRoom = ({ microseconds, characters, months }: TurnLoad, event: CapturedEvent): boolean =>
  microseconds + costOf(event) <= MOST.microseconds &&
  characters + sizeOf(event) <= MOST.characters &&
  (months.size < MOST.months || months.has(monthOf(event)))
