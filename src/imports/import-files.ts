import { hash } from 'node:crypto'
import { type Batch, batchesOf } from './batches.ts'
import type { Journal } from './journal.ts'
import type { OpenRows } from './open-rows.ts'
import type { ReadEvent, Row } from './row.ts'
import { addedCounts, type SendEvents } from './send-events.ts'
import type { SetAside, SetAsideRow } from './set-aside.ts'

export interface ImportDeps {
  readonly files: readonly string[]
  openRows(file: string): Promise<OpenRows>
  readonly send: SendEvents
  readonly journal: Journal
  readonly setAside: SetAside
  /** Called with the part of a file that was read, from 0 to 1. */
  onProgress(file: string, part: number): void
}

/**
 * Number of batches under way at once. With two, the server makes one batch storable while it inserts the
 * other.
 */
const AT_ONCE = 2

/**
 * Sends all rows of the files, except the rows that the journal has as done. Resolves when the rows are
 * stored or set aside. Memory holds at most two batches, and the part of the file that the reader has read
 * ahead.
 */
export async function importFiles(deps: ImportDeps): Promise<void> {
  for (const file of deps.files) await importFile(deps, file)
}

async function importFile(deps: ImportDeps, file: string): Promise<void> {
  const { journal, onProgress } = deps
  const open = await deps.openRows(file)
  const fingerprint = hash('sha256', open.beginning)
  const known = journal.state.files[file]
  const progress = known?.fingerprint === fingerprint ? known : { fingerprint, rows: 0, isDone: false }
  journal.state.files[file] = progress
  if (progress.isDone) return open.close()
  const underWay: Promise<Sent>[] = []
  const settleOne = async () => {
    const sent = await underWay[0]
    void underWay.shift()
    if (sent !== undefined) note(deps, file, sent)
    onProgress(file, open.readPart())
  }
  try {
    for await (const batch of batchesOf(behind(open.rows, progress.rows))) {
      const sending = sendBatch(deps.send, batch)
      // The promise is awaited later. Until then a rejection must not count as unhandled.
      sending.catch(() => undefined)
      underWay.push(sending)
      if (underWay.length >= AT_ONCE) await settleOne()
    }
    while (underWay.length > 0) await settleOne()
  } catch (error) {
    // The server may still acknowledge the batches under way. Acknowledged batches are recorded in the
    // journal, so that they are not sent again.
    await noteAcknowledged(deps, file, underWay)
    throw error
  } finally {
    open.close()
  }
  progress.isDone = true
  journal.save()
  onProgress(file, 1)
}

async function noteAcknowledged(
  deps: ImportDeps,
  file: string,
  underWay: readonly Promise<Sent>[],
): Promise<void> {
  for (const result of await Promise.allSettled(underWay)) {
    if (result.status === 'rejected') return
    note(deps, file, result.value)
  }
}

async function* behind(rows: AsyncIterable<readonly Row[]>, count: number): AsyncGenerator<readonly Row[]> {
  let passed = 0
  for await (const some of rows) {
    const from = Math.max(0, count - passed)
    passed += some.length
    if (from < some.length) yield from === 0 ? some : some.slice(from)
  }
}

interface Sent {
  readonly batch: Batch
  readonly setAside: readonly { readonly row: Row; readonly reason: string }[]
  readonly events: number
  readonly leftOut: number
  readonly inPart: Readonly<Record<string, number>>
}

async function sendBatch(send: SendEvents, batch: Batch): Promise<Sent> {
  const events: ReadEvent[] = []
  const rows: Row[] = []
  const setAside: { row: Row; reason: string }[] = []
  let leftOut = 0
  for (const row of batch) {
    if ('json' in row.read) {
      events.push(row.read)
      rows.push(row)
    } else if ('reason' in row.read) setAside.push({ row, reason: row.read.reason })
    else leftOut++
  }
  const { refused, inPart } = await send(events)
  for (const [place, reason] of refused) {
    const row = rows[place]
    if (row !== undefined) setAside.push({ row, reason })
  }
  setAside.sort((a, b) => a.row.line - b.row.line)
  return { batch, setAside, events: batch.length - setAside.length - leftOut, leftOut, inPart }
}

/**
 * Records the outcome of a batch. The file of rows that are set aside is written before the journal. After a
 * crash between the two writes, the same rows are written again at the same position of that file.
 */
function note({ journal, setAside }: ImportDeps, file: string, sent: Sent): void {
  setAside.add(sent.setAside.map((one) => toSetAside(file, one)))
  const { state } = journal
  const progress = state.files[file]
  if (progress !== undefined) progress.rows += sent.batch.length
  state.counts.events += sent.events
  state.counts.setAside += sent.setAside.length
  state.counts.leftOut += sent.leftOut
  state.counts.inPart = addedCounts(state.counts.inPart, sent.inPart)
  state.setAsideBytes = setAside.bytes()
  journal.save()
}

const toSetAside = (file: string, { row, reason }: Sent['setAside'][number]): SetAsideRow => ({
  file,
  line: row.line,
  reason,
  text: row.text,
})
