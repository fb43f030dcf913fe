import type { ActorEvents } from './actor-events.ts'
import type { KindTables } from './event-kinds.ts'
import type { PackedEvents, PlacedEvents, WideEvents } from './placed-events.ts'
import { createNumberSort } from './sort-numbers.ts'
import { createRunSort } from './sort-run.ts'

/** The columns that a run is read into. They are those of the run before, so that they stay in a processor's cache. */
export type ReadRun = (placed: PlacedEvents, kinds: KindTables, from: number, to: number) => ActorEvents

/** Reads the events [from, to) in order of time, as the first of the columns that are returned. */
export function createRunReader(): ReadRun {
  const sortNumbers = createNumberSort()
  const sortRun = createRunSort()
  let run = newRun(1024, false)
  return (placed, kinds, from, to) => {
    const hasValues = kinds.values !== undefined
    if (run.mask.length < to - from) run = newRun(2 * (to - from), hasValues)
    else if (hasValues !== (run.value !== undefined)) run = newRun(run.mask.length, hasValues)
    if ('numbers' in placed) {
      sortNumbers(placed.numbers, from, to)
      readPacked(placed, kinds, from, to, run)
    } else {
      readWide(placed, kinds, from, to, run)
      sortRun(run, 0, to - from)
    }
    return run
  }
}

function readPacked(
  { numbers, scale }: PackedEvents,
  { masks, values }: KindTables,
  from: number,
  to: number,
  { atMs, mask, value }: ActorEvents,
): void {
  const unit = 1 / scale
  for (let i = 0; i < to - from; i++) {
    const number = numbers[from + i] ?? 0
    const ms = Math.floor(number * unit)
    const kind = number - ms * scale
    atMs[i] = ms
    mask[i] = masks[kind] ?? 0
    if (value !== undefined && values !== undefined) value[i] = values[kind] ?? 0
  }
}

function readWide(
  placed: WideEvents,
  { masks, values }: KindTables,
  from: number,
  to: number,
  { atMs, mask, value }: ActorEvents,
): void {
  for (let i = 0; i < to - from; i++) {
    const kind = placed.kinds[from + i] ?? 0
    atMs[i] = placed.atMs[from + i] ?? 0
    mask[i] = masks[kind] ?? 0
    if (value !== undefined && values !== undefined) value[i] = values[kind] ?? 0
  }
}

const newRun = (length: number, hasValues: boolean): ActorEvents => ({
  atMs: new Float64Array(length),
  mask: new Uint32Array(length),
  value: hasValues ? new Uint32Array(length) : undefined,
})
