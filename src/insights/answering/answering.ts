import type { Warning } from '#contract/warning.ts'
import type { BackgroundJob, BackgroundJobs } from '#coordination/background-jobs.ts'
import type { AskedBy, Cancellation } from '#coordination/cancellation.ts'
import type { Coordination } from '#coordination/coordination.ts'
import type { DataVersions } from '#coordination/data-versions.ts'
import { EngineError } from '#engine/engine-error.ts'
import type { Asker } from '#engine/event-store.ts'
import { BACKGROUND } from '#engine/turns/query-turns.ts'
import { withActionNames } from '#query/series.ts'
import { type Clock, isoInstant } from '#shared/clock.ts'
import { errorWords } from '#shared/error-facts.ts'
import { RequestError } from '#shared/request-error.ts'
import {
  type CachedResult,
  type CachedResultRow,
  type NewResultRow,
  storedLines,
  toCachedResult,
} from './cached-result.ts'
import type { Compute, Known } from './compute.ts'
import { earlyEventsLeftOut } from './early-events.ts'
import type { FindDefinitions } from './find-definitions.ts'
import type { FindWarnings } from './find-warnings.ts'
import { basisAt, basisText, isFresh, minimumIntervalMs, parseBasis, type ResultBasis } from './freshness.ts'
import { cancelJobByName } from './job-by-name.ts'
import { meaningOf } from './meaning.ts'
import type { FindMoment } from './moments.ts'
import type { ClientQuestion } from './question.ts'
import { questionKey } from './question-key.ts'
import { readDataOf } from './read-data.ts'
import { type FoundResult, type Refresh, type Step, stepFor, type WhenMissing } from './refresh.ts'
import { createMeter } from './spent.ts'

/**
 * How a question is answered, and for whom. The queries run in the share of the client, except the queries
 * of a computation in the background, which has its own share. `signal` aborts if the client disconnects.
 */
export interface AnswerOptions<Missing extends WhenMissing = WhenMissing> extends Partial<Asker> {
  readonly refresh: Refresh
  readonly whenMissing: Missing
  /** The user, and the name under which they can cancel the question. */
  readonly askedBy?: AskedBy | undefined
  /** The saved insight of the question, for the status of a background job. */
  readonly insightId?: number
  /**
   * Called with the key of a cached result that is fresh. If one was cached already, it is called at once,
   * otherwise after the result was computed and cached, which may be in the background.
   */
  readonly onCached?: (key: string) => Promise<void>
}

export interface Answered<Missing extends WhenMissing = WhenMissing> {
  readonly result: Missing extends 'compute' ? CachedResult : CachedResult | null
  /** False if the result was computed for this request, or for another request at the same time. */
  readonly isCached: boolean
  /** The background job that computes a newer result, if one runs. */
  readonly job: BackgroundJob | null
  /** Warnings about parts of the question that are answered in another way than its sender may expect. */
  readonly warnings: readonly Warning[]
}

/** Answers questions from cached results, and computes results that are missing or not new enough. */
export interface Answering {
  /**
   * Answers a question from a cached result or by computing one.
   * @throws RequestError if the question cannot be answered, EngineError if the engine failed.
   */
  answer<Missing extends WhenMissing>(
    question: ClientQuestion,
    options: AnswerOptions<Missing>,
  ): Promise<Answered<Missing>>
  readonly findWarnings: FindWarnings
  /** Returns the results of these keys that are still cached, by key. */
  cached(projectId: number, keys: readonly string[]): Promise<ReadonlyMap<string, CachedResult>>
}

interface CachedResultStore {
  find(projectId: number, key: string, nowMs: number): Promise<CachedResultRow | null>
  byKeys(
    projectId: number,
    keys: readonly string[],
    nowMs: number,
  ): Promise<ReadonlyMap<string, CachedResultRow>>
  put(row: NewResultRow, nowMs: number): Promise<boolean>
}
export interface AnsweringDeps {
  readonly findMoment: FindMoment
  readonly findWarnings: FindWarnings
  readonly findDefinitions: FindDefinitions
  readonly compute: Compute
  readonly results: CachedResultStore
  readonly versions: Pick<DataVersions, 'present'>
  readonly jobs: Pick<BackgroundJobs, 'start' | 'ended' | 'cancel'>
  readonly cancellation: Pick<Cancellation, 'run'>
  readonly createSingleFlight: Coordination['createSingleFlight']
  readonly clock: Clock
  /** Writes a sentence to the operator's log. */
  readonly warn: (sentence: string) => void
}

/**
 * A question at its moment, with the key of its result, and the basis that a result computed now would
 * have.
 */
interface Prepared {
  readonly question: ClientQuestion
  readonly known: Known
  readonly key: string
  readonly present: ResultBasis
  readonly minimumMs: number
}
interface Computed {
  readonly result: CachedResult
  readonly isStored: boolean
}

/** An answer to which only the warnings about early events have been added. */
type Found = Answered

export function createAnswering(deps: AnsweringDeps): Answering {
  const { results, clock, warn } = deps
  const tellCached = tellingBy(warn)
  const flights = deps.createSingleFlight<ResultBasis, Computed>()

  async function prepare(asked: ClientQuestion, key: string, asker: Partial<Asker>): Promise<Prepared> {
    const definitions = await deps.findDefinitions(asked)
    const moment = await deps.findMoment(asked, definitions, asker)
    // The key of a question does not depend on the names of its actions, but the text of its answer does.
    const question = { ...asked, query: withActionNames(asked.query, definitions) }
    const read = readDataOf(question, definitions)
    const version = await deps.versions.present(question.project.id, read)
    const data = version + meaningOf(question, definitions, moment.calendar)
    const present = basisAt(moment, data)
    const minimumMs = minimumIntervalMs(moment.time.interval, moment.range)
    return { question, known: { moment, definitions }, key, present, minimumMs }
  }
  async function answer(
    question: ClientQuestion,
    options: AnswerOptions,
    signal?: AbortSignal,
  ): Promise<Found> {
    const key = questionKey(question)
    const row = await results.find(question.project.id, key, clock())
    // The present versions are read after the row of the cached result. If an event arrives between the two
    // reads, the cached result therefore counts as out of date.
    const prepared = await prepare(question, key, { ...shareOf(options), signal })
    const found = row === null ? null : foundResult(row, prepared)
    const { step, result } = await shownOf(row, found, options)
    const warnings = earlyEventsLeftOut(question, prepared.known.moment)
    if (step === 'compute') {
      const computed = await compute(prepared, options, signal)
      return { result: computed.result, isCached: false, job: null, warnings }
    }
    if (found?.isFresh) await tellCached(key, options)
    const job = step === 'start' ? await start(prepared, options) : null
    return { result, isCached: result !== null, job, warnings }
  }
  async function compute(prepared: Prepared, options: AnswerOptions, signal: AbortSignal | undefined) {
    const { key, present, minimumMs } = prepared
    const { result, isStored } = await flights.join(
      {
        key: `${key} ${present.data}`,
        about: present,
        isServedBy: (other) => isFresh(other, present, minimumMs),
        run: (stop) => computeAndStore(deps, prepared, { ...shareOf(options), signal: stop }),
      },
      signal,
    )
    if (isStored) await tellCached(key, options)
    return { result, isStored }
  }
  async function start(prepared: Prepared, options: AnswerOptions): Promise<BackgroundJob> {
    const { key, present, question } = prepared
    const projectId = question.project.id
    const { askedBy, insightId = null } = options
    const job = await deps.jobs.start({
      projectId,
      userId: askedBy?.userId ?? null,
      insightId,
      resultKey: key,
      // This text identifies the same question over the same data. It does not have the range, because the
      // range moves with the clock: while a job of this question runs, no second one starts.
      sameAs: `${key} ${present.data}`,
      run: (stop) => endOfJob(warn, compute(prepared, { ...options, share: BACKGROUND }, stop)),
    })
    cancelJobByName(deps, job, askedBy)
    return job
  }
  return {
    async answer<Missing extends WhenMissing>(question: ClientQuestion, options: AnswerOptions<Missing>) {
      const { askedBy } = options
      const answered = await deps.cancellation.run(
        { projectId: question.project.id, askedBy },
        (signal) => answer(question, options, signal),
        options.signal,
      )
      const ofNames = await deps.findWarnings(question)
      const warnings = [...ofNames, ...answered.warnings, ...warningsOfAnswer(question, answered)]
      // If `whenMissing` is `compute` there is a result, because `stepFor` computes a missing one.
      return { ...answered, warnings } as Answered<Missing>
    },
    findWarnings: deps.findWarnings,
    async cached(projectId, keys) {
      if (keys.length === 0) return new Map()
      const rows = await results.byKeys(projectId, keys, clock())
      const found = new Map<string, CachedResult>()
      for (const row of rows.values()) {
        const result = await toCachedResult(row)
        if (result !== null) found.set(row.key, result)
      }
      return found
    },
  }
}

/**
 * Returns what to do for a question (show, compute, or show and start computing), and the cached result to
 * show. The result is read only if it is shown.
 */
async function shownOf(
  row: CachedResultRow | null,
  found: FoundResult | null,
  { refresh, whenMissing }: AnswerOptions,
): Promise<{ readonly step: Step; readonly result: CachedResult | null }> {
  const step = stepFor(refresh, found, whenMissing)
  if (row === null || step === 'compute') return { step, result: null }
  const result = await toCachedResult(row)
  // A result that was replaced before it was read counts as missing.
  return { step: result === null ? stepFor(refresh, null, whenMissing) : step, result }
}

const tellingBy =
  (warn: AnsweringDeps['warn']) =>
  async (key: string, { onCached }: AnswerOptions) =>
    onCached?.(key).catch((error: unknown) =>
      warn(`Could not record which cached result is shown: ${errorWords(error)}`),
    )

/**
 * Returns the warnings that follow from the result. A result can show that the question has a name that
 * does not exist.
 */
const warningsOfAnswer = (question: ClientQuestion, { result }: Found): readonly Warning[] =>
  result === null ? [] : (question.warningsOfAnswer?.(result.answer) ?? [])

const endOfJob = (warn: AnsweringDeps['warn'], computing: Promise<Computed>): Promise<void> =>
  computing.then(requireStored).catch(loggedBy(warn))

/**
 * Requires that the result was stored, because a client can fetch the result of a job only from the cache.
 * @throws RequestError if the result was not stored.
 */
function requireStored({ isStored }: Computed): void {
  if (!isStored) throw new RequestError('unavailable', 'result_not_stored', NOT_STORED)
}

const NOT_STORED = 'The result was computed but could not be stored. Ask with refresh=force_blocking.'

// Logs the failure of a background job, which reaches no client.
const loggedBy = (warn: AnsweringDeps['warn']) => (error: unknown) => {
  const isQuestionsOwn = error instanceof RequestError
  const isCancelled = error instanceof EngineError && error.kind === 'cancelled'
  if (!isQuestionsOwn && !isCancelled) warn(`A question failed in the background: ${errorWords(error)}`)
  throw error
}

async function computeAndStore(
  { compute, results, clock, warn }: AnsweringDeps,
  { question, known, key, present, minimumMs }: Prepared,
  asker: Partial<Asker>,
): Promise<Computed> {
  const { project, query, node } = question
  const meter = createMeter(() => performance.now())
  const answer = await compute(question, known, { ...asker, onRead: meter.onRead })
  const refreshedAt = isoInstant(present.atMs)
  const timezone = query.timezone ?? project.timezone
  const result = {
    ...{ key, query, node, answer, timezone, refreshedAt, spent: meter.spent() },
    nextRefreshAt: isoInstant(present.atMs + minimumMs),
  }
  const row = {
    ...{ key, projectId: project.id, timezone, refreshedAt },
    freshness: basisText(present),
    lines: storedLines(result),
  }
  // The request gets the result even if the cache cannot store it.
  const isStored = await results.put(row, clock()).catch((error: unknown) => {
    warn(`A result could not be cached: ${errorWords(error)}`)
    return false
  })
  return { result, isStored }
}

const shareOf = ({ share }: Partial<Asker>): Partial<Asker> => (share === undefined ? {} : { share })

function foundResult(row: CachedResultRow, { present, minimumMs }: Prepared): FoundResult {
  const cachedMs = Date.parse(row.refreshedAt)
  return {
    isFresh: isFresh(parseBasis(row.freshness, cachedMs), present, minimumMs),
    ageMs: present.atMs - cachedMs,
  }
}
