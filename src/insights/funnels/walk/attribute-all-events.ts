import type { Attribute } from './attribution.ts'
import type { Rows } from './rows.ts'

/** Each row is a funnel over just the events with its values. The events are placed by row, which keeps their order of time. */
export function attributeAllEvents(rows: Rows): Attribute {
  let scratch = scratchOf(1024)
  // By row: its number among the rows of the actor, where `actorOf` is the actor that is attributed now.
  const groupOf: number[] = []
  const actorOf: number[] = []
  let actor = 0
  const rowOfGroup: number[] = []
  const endOfGroup: number[] = []

  function groupOfRow(row: number): number {
    for (let more = groupOf.length; more <= row; more++) {
      groupOf.push(0)
      actorOf.push(0)
    }
    if (actorOf[row] !== actor) {
      actorOf[row] = actor
      groupOf[row] = rowOfGroup.length
      rowOfGroup.push(row)
      endOfGroup.push(0)
    }
    return groupOf[row] as number
  }

  return (events, from, to, values, visit) => {
    const value = events.value as Uint32Array
    if (to - from > scratch.group.length) scratch = scratchOf(2 * (to - from))
    const { atMs, mask, group } = scratch
    actor++
    rowOfGroup.length = 0
    endOfGroup.length = 0
    for (let place = from; place < to; place++) {
      const own = groupOfRow(rows.of(value[place] as number, values))
      group[place - from] = own
      endOfGroup[own] = (endOfGroup[own] as number) + 1
    }
    for (let own = 1; own < endOfGroup.length; own++)
      endOfGroup[own] = (endOfGroup[own] as number) + (endOfGroup[own - 1] as number)
    // From the last event on, so that each end becomes the beginning of its group.
    for (let place = to - 1; place >= from; place--) {
      const own = group[place - from] as number
      const target = (endOfGroup[own] as number) - 1
      endOfGroup[own] = target
      atMs[target] = events.atMs[place] as number
      mask[target] = events.mask[place] as number
    }
    for (let own = 0; own < rowOfGroup.length; own++)
      visit(rowOfGroup[own] as number, scratch, endOfGroup[own] as number, endOfGroup[own + 1] ?? to - from)
  }
}

const scratchOf = (capacity: number) => ({
  atMs: new Float64Array(capacity),
  mask: new Uint32Array(capacity),
  group: new Uint32Array(capacity),
})
