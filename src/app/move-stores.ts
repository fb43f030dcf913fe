import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { snapshotClosedStores } from '#backup/snapshot.ts'
import type { EventStore } from '#engine/event-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createEventMigrations } from '#metadata/installation/event-migrations.ts'
import { createInstallationStore } from '#metadata/installation/installation-store.ts'
import { findMove, type MoveNote, noteMove } from '#metadata/installation/move-note.ts'
import { copyMetadata } from '#metadata/transfer/copy-metadata.ts'
import { StoreMismatchError } from '#pairing/store-mismatch.ts'
import { type CopiedRows, type CopyProgress, copyRows } from '#transfer/copy-rows.ts'
import { rowsOfDays } from '#transfer/day-digests.ts'
import { emptyCopies } from '#transfer/empty-copies.ts'
import { ROW_TABLES } from '#transfer/row-table.ts'
import { type Closer, closeInReverse } from './closers.ts'
import { answerInsights, type ComparedInsights, compareAnswers } from './compare-insights.ts'
import { type Config, folderConfig } from './config.ts'
import { adoptServerEvents, endMove, whileLeaving } from './leave-stores.ts'
import { type Moving, openMoveTarget } from './open-move-target.ts'
import { requireThisVersion, requireWritable } from './require-movable.ts'
import { requireCompleteMetadata, requireFolderNotMoved, requireNoMove } from './require-no-move.ts'
import { stoppableStore } from './stoppable-store.ts'
import { namesOf, placesOf } from './store-places.ts'
import { withHeldTarget } from './with-held-target.ts'
import { inFolder } from './with-metadata.ts'
import { type MoveDeps, type MoveSource, withMoveSource } from './with-move-source.ts'

type CopiedEvents = Omit<CopiedRows, 'digests'> & { readonly rows: number }

/** What a move has copied. */
export interface Moved {
  /** The events that both stores have; null if the events stay where they are. */
  readonly events: CopiedEvents | null
  /** The rows of the metadata; null if it stays where it is. */
  readonly metadataRows: number | null
  /** How long changes had to wait for the moment of the copy, in ms; null if it was not measured here. */
  readonly pausedMs: number | null
  /** Null while a server works on the old stores, so that the move has not ended. */
  readonly insights: ComparedInsights | null
  /** The places of the moved stores, for a sentence. */
  readonly place: string
}

/** Told how far the move is: what it copies, how much of it, and how much there is. */
export type MoveProgress = (what: 'events' | 'insights', done: number, all: number) => void

export interface MoveOptions extends MoveDeps {
  /** Folder for a copy of a data folder on a read-only disk. */
  readonly temp: string
  readonly progress: MoveProgress
  readonly isComparingInsights: boolean
}

/** Queries of a move read whole tables. */
const QUERY_SECONDS = 3_600

/**
 * Copies the stores of `from` that `to` has in another place, as they are at one moment, and compares both. A
 * call after an interruption, or after the source has changed, copies what is missing. If no server works on
 * the source, this ends the move: saved insights are answered by both, the source refuses further starts, and
 * the target accepts them.
 * @throws Error with a sentence
 */
export async function moveStores(from: Config, to: Config, options: MoveOptions): Promise<Moved> {
  requireOneFolder(from, to)
  requireWritable(from)
  await requireThisVersion(from, options.log)
  const [source, target] = [patient(from), patient(to)]
  try {
    return await withMoveSource(source, options.temp, options, (opened) =>
      withHeldTarget(source, target, options, () => moveFrom(opened, source, target, options)),
    )
  } catch (error) {
    // After the move of one store, the other goes on without the old one, and no longer matches it.
    if (error instanceof StoreMismatchError) await requireFolderNotMoved(source)
    throw error
  }
}

/**
 * Copies the stores of `from`, as they are at one moment, into an empty folder, which is then a data folder.
 * @throws Error with a sentence
 */
export async function copyToFolder(from: Config, folder: string, options: MoveOptions): Promise<void> {
  const [source, target] = [patient(from), patient(folderConfig(folder))]
  requireOneFolder(source, target)
  await requireThisVersion(from, options.log)
  await withMoveSource(source, options.temp, options, async (opened) => {
    await requireCompleteMetadata(opened.metadata, placesOf(source))
    const { uuid } = await createInstallationStore(opened.metadata).find()
    const moving = { installation: uuid, metadata: opened.metadata, moved: 'both' } as const
    await withHeldTarget(source, target, options, () => copyStores(opened, target, moving, options))
  })
  await inFolder(folder, async (metadata) => {
    await createInstallationStore(metadata).noteEventsIn('folder')
    await noteMove(metadata, null)
  })
}

/** @throws Error with a sentence if the events are in two folders, of which a process opens one at a time */
export function requireOneFolder(from: Config, to: Config): void {
  const [one, other] = [placesOf(from).events.folder, placesOf(to).events.folder]
  if (one !== null && other !== null && one !== other)
    throw new Error(
      'The events are in a folder, and cannot be copied into another one while the metadata is on a server. Move them to ClickHouse first, with migrate --to-clickhouse, and then both into a folder.',
    )
}

/** The folder is named in notes, which other commands read in other folders. */
const patient = (config: Config): Config => ({
  ...config,
  THROUGHLINE_DATA_DIR: resolve(config.THROUGHLINE_DATA_DIR),
  THROUGHLINE_QUERY_SECONDS: QUERY_SECONDS,
})

async function moveFrom(source: MoveSource, from: Config, to: Config, options: MoveOptions): Promise<Moved> {
  const place = placeOf(to)
  const note = await findMove(source.metadata)
  // Whether the last run to this place has ended, only the stores there know: they refuse then.
  const isLastRun = note !== null && note.direction !== 'incoming' && note.place === place
  const earlier = note?.direction === 'leaving' ? null : note
  if (!isLastRun) await requireNoMove(source.metadata, placesOf(from))
  const { uuid } = await createInstallationStore(source.metadata).find()
  const moved = movedStores(from, to)
  const moving = { installation: uuid, metadata: source.metadata, moved }
  const { pausedMs, isRunning } = source
  if (isRunning) {
    const copied = await copyStores(source, to, moving, options)
    return { ...copied, pausedMs, insights: null, place }
  }
  const at = new Date(options.clock()).toISOString()
  const leaving: MoveNote = { direction: 'leaving', installation: uuid, moved, place, at }
  const lastRun = async (leave: () => Promise<void>) => {
    const copied = await copyStores(source, to, moving, options, leave)
    const insights = options.isComparingInsights ? await compareInsights(source, to, moved, options) : NONE
    return { ...copied, pausedMs, insights, place }
  }
  const isEqual = ({ insights }: { readonly insights: ComparedInsights }) => insights.differing.length === 0
  const result = await whileLeaving(source, from, { note: leaving, earlier }, options, lastRun, isEqual)
  if (isEqual(result)) await endMove(from, to, { ...leaving, direction: 'outgoing' }, options, source)
  return result
}

const NONE: ComparedInsights = { compared: 0, differing: [], unanswered: [] }

/** Returns the places of both stores as a sentence names them. */
export function placeOf(config: Config): string {
  const { metadata, events } = namesOf(placesOf(config))
  return `${metadata} and ${events}`
}

/** @throws Error with a sentence if both are in the same places */
function movedStores(from: Config, to: Config): Moving['moved'] {
  const [one, other] = [namesOf(placesOf(from)), namesOf(placesOf(to))]
  const isMetadata = one.metadata !== other.metadata
  const isEvents = one.events !== other.events
  if (!isMetadata && !isEvents) throw new Error('Both stores are there already: name another place.')
  if (isMetadata && isEvents) return 'both'
  return isMetadata ? 'metadata' : 'events'
}

/** Opens the target, calls `begin` if it can be used, copies, and closes it. */
async function copyStores(
  source: MoveSource,
  to: Config,
  moving: Moving,
  options: MoveOptions,
  begin: () => Promise<void> = async () => undefined,
): Promise<Pick<Moved, 'events' | 'metadataRows'>> {
  const closers: Closer[] = []
  try {
    const target = await openMoveTarget(to, moving, placeOf(to), options, closers)
    await begin()
    const events = target.events === null ? null : await copyEvents(source, target.events, options)
    if (target.metadata === null) return { events, metadataRows: null }
    const digests = await copyMetadata(source.metadata, target.metadata, options.signal)
    if (target.events === null) await copyEventMigrations(source.metadata, target.metadata)
    return { events, metadataRows: [...digests.values()].reduce((sum, { rows }) => sum + rows, 0) }
  } finally {
    await closeInReverse(closers)
  }
}

/** The schema files that ran on servers belong to the events, which stay there. */
async function copyEventMigrations(from: Metadata, to: Metadata): Promise<void> {
  const record = createEventMigrations(to)
  for (const name of await createEventMigrations(from).applied()) await record.add(name)
}

async function copyEvents(
  source: MoveSource,
  engine: EventStore,
  { progress, signal }: MoveOptions,
): Promise<CopiedEvents> {
  const target = stoppableStore(engine, signal)
  await emptyCopies(target)
  let copied: CopiedRows | undefined
  for (const table of ROW_TABLES) {
    const ofEvents: CopyProgress = (done, all) => progress('events', done, all)
    copied = await copyRows(source.events, target, table, table.name === 'events' ? ofEvents : undefined)
  }
  const { digests, ...counts } = copied as CopiedRows
  return { rows: rowsOfDays(digests.values()), ...counts }
}

/** Answers all insights from both sides, one after the other. The stores of the source are closed for it. */
async function compareInsights(
  source: MoveSource,
  to: Config,
  moved: Moving['moved'],
  { clock, progress, signal }: MoveOptions,
): Promise<ComparedInsights> {
  await source.close()
  if (source.config === null) return NONE
  const nowMs = clock()
  const { config } = source
  const places = placesOf(config)
  let target = to
  if (moved !== 'both' && places.metadata.folder !== null && places.events.folder !== null) {
    // What stays in the folder is read from the same moment.
    target = { ...to, THROUGHLINE_DATA_DIR: await copyOfMoment(config.THROUGHLINE_DATA_DIR, moved) }
  }
  const tell = (done: number, all: number) => {
    signal.throwIfAborted()
    progress('insights', done, all)
  }
  const before = await answerInsights(config, nowMs, (done, all) => tell(done, 2 * all))
  const after = await answerInsights(target, nowMs, (done, all) => tell(all + done, 2 * all))
  return compareAnswers(before, after)
}

async function copyOfMoment(folder: string, moved: Moving['moved']): Promise<string> {
  const copy = join(folder, 'answers')
  mkdirSync(copy, { mode: 0o700 })
  snapshotClosedStores(folder, copy)
  if (moved === 'events') await inFolder(copy, adoptServerEvents)
  return copy
}
