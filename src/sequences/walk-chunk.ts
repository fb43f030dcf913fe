import type { ActorEvents, ValueTexts, Walk } from './actor-events.ts'
import { type EventColumns, eventColumns, keptColumns } from './event-columns.ts'
import { nativeBlocks } from './native-block.ts'
import { type NumberedActors, numberActors } from './number-actors.ts'
import { type ActorBatch, actorBatches, type Places, placesBytes, placesOf } from './place.ts'
import { createBatchSpace, putInPlaces } from './placed-events.ts'
import { createSortScratch, type SortScratch, sortRun } from './sort-run.ts'
import { stretchesInTime } from './stretches.ts'
import { createTextNumbers } from './text-numbers.ts'
import { createLoan, type Loan, type WalkMemory } from './walk-memory.ts'
import type { ChunkPart } from './walk-messages.ts'

/**
 * Takes a part of a chunk, and changes the bytes of the part. If the part is the last one, walks through
 * the whole chunk.
 */
export type ChunkWalk = (part: ChunkPart) => void

/**
 * Passes chunks to a walk. A chunk is bytes in Native format with the columns `actor`, `at`, `mask` and
 * possibly `value`, and has all events of its actors. A text in `value` has the same number in all chunks.
 */
export function createChunkWalk(walk: Walk<unknown>, memory: WalkMemory): ChunkWalk {
  const { texts, numbersOf } = createTextNumbers(memory)
  const scratch = createSortScratch()
  let blocks: EventColumns[] = []
  const loan = createLoan(memory)
  return ({ bytes, sinceMs, endsChunk }) => {
    const part: EventColumns[] = []
    for (const block of nativeBlocks(bytes))
      if (block.rows > 0) part.push(eventColumns(block, sinceMs, numbersOf))
    const { kept, bytes: keptBytes } = keptColumns(part, bytes.byteLength)
    loan.take(keptBytes)
    for (const columns of kept) blocks.push(columns)
    if (!endsChunk) return
    walkBlocks({ walk, texts, scratch, loan }, blocks)
    blocks = []
    loan.end()
  }
}

interface Led {
  readonly walk: Walk<unknown>
  readonly texts: ValueTexts
  readonly scratch: SortScratch
  readonly loan: Loan
}

/*
 * The loops of a walk are functions of this module; they are not created for each question. If they were,
 * the optimised code of a function would be freed once no question holds the function any longer. Compiling
 * it again took an eighth of the CPU of a walk.
 */
function walkBlocks(led: Led, blocks: readonly EventColumns[]): void {
  const actors = numberActors(blocks.map((block) => block.actor))
  led.loan.take(actors.bytes + placesBytes(actors))
  const places = placesOf(actors)
  const stretches = stretchesInTime(blocks, actors)
  const spaceOf = createBatchSpace(
    blocks.some(({ value }) => value !== undefined),
    led.loan,
  )
  for (const batch of actorBatches(places, actors, stretches)) {
    const events = spaceOf(batch)
    putInPlaces(stretches, actors, places, batch, events)
    walkBatch(led, actors, places, batch, events)
  }
}

function walkBatch(
  { walk, texts, scratch }: Led,
  actors: NumberedActors,
  { next }: Places,
  { from, to, first }: ActorBatch,
  events: ActorEvents,
): void {
  let begin = (next[from] as number) - first
  for (let number = from; number < to; number++) {
    const end = (next[number + 1] as number) - first
    if (begin !== end) {
      sortRun(scratch, events, begin, end)
      walk.actor(actors.actor(number), events, begin, end, texts)
    }
    begin = end
  }
}
