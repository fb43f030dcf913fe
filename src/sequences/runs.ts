import type { ActorEvents } from './actor-events.ts'
import type { EventKinds } from './event-kinds.ts'
import type { PackedEvents, PlacedEvents, WideEvents } from './placed-events.ts'
import { sortNumbers } from './sort-numbers.ts'
import { createRunSort } from './sort-run.ts'

/** The columns that a run is read into. They are those of the run before, so that they stay in a processor's cache. */
export type ReadRun = (placed: PlacedEvents, from: number, to: number) => ActorEvents

/** Reads the events [from, to) in order of time, as the first of the columns that are returned. */
export function createRunReader(kinds: EventKinds): ReadRun {
  const sortRun = createRunSort()
  let run = newRun(1024)
  return (placed, from, to) => {
    if (run.mask.length < to - from) run = newRun(2 * (to - from))
    if ('numbers' in placed) readPacked(placed, from, to, kinds, run)
    else {
      readWide(placed, from, to, kinds, run)
      sortRun(run, 0, to - from)
    }
    return kinds.hasValues() ? run : { atMs: run.atMs, mask: run.mask }
  }
}

type Run = Required<ActorEvents>

function readPacked(
  { numbers, leastMs, scale }: PackedEvents,
  from: number,
  to: number,
  kinds: EventKinds,
  { atMs, mask, value }: Run,
): void {
  sortNumbers(numbers, from, to)
  for (let i = 0; i < to - from; i++) {
    const number = numbers[from + i] ?? 0
    const ms = Math.floor(number / scale)
    const kind = number - ms * scale
    atMs[i] = leastMs + ms
    mask[i] = kinds.maskOf(kind)
    value[i] = kinds.valueOf(kind)
  }
}

function readWide(
  placed: WideEvents,
  from: number,
  to: number,
  kinds: EventKinds,
  { atMs, mask, value }: Run,
): void {
  for (let i = 0; i < to - from; i++) {
    const kind = placed.kinds[from + i] ?? 0
    atMs[i] = placed.atMs[from + i] ?? 0
    mask[i] = kinds.maskOf(kind)
    value[i] = kinds.valueOf(kind)
  }
}

const newRun = (length: number): Run => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
  value: new Uint32Array(length),
})
