import type { BackgroundJob, BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { Coordination } from '#coordination/coordination.ts'
import type { DataVersions } from '#coordination/data-versions.ts'
import type { EngineError } from '#engine/engine-error.ts'
import type { Clock } from '#shared/clock.ts'
import { isoInstant } from '#shared/clock.ts'
import { RequestError } from '#shared/request-error.ts'
import { answerKey } from './answer-key.ts'
import type { Ask, PosedQuestion, Question } from './ask.ts'
import { type AnswerBasis, basisText, isFresh, minimumIntervalMs, readBasis } from './freshness.ts'
import { type AnswerRow, answerText, type KeptAnswer, readAnswer } from './kept-answer.ts'
import { dataReadBy } from './read-data.ts'
import { type Refresh, stepFor, stepToAnswer } from './refresh.ts'

export interface AskOptions {
  readonly refresh: Refresh
  /** Under which the client may cancel it. */
  readonly clientQueryId?: string | undefined
  /** Aborts when nobody waits any more. */
  readonly signal?: AbortSignal | undefined
  /** The saved insight that is asked, for the status of a computation in the background. */
  readonly insightId?: number
  /** Called with the key of an answer that is kept and present: at once, or when the background is done. */
  readonly onKept?: (key: string) => Promise<void>
}

export interface Outcome {
  readonly shown: KeptAnswer | null
  /** Whether `shown` was read: false where it was computed for this request, by whomever. */
  readonly isCached: boolean
  /** The computation in the background, where one goes on. */
  readonly job: BackgroundJob | null
}

/** Where there is always an answer. */
export interface Answered extends Outcome {
  readonly shown: KeptAnswer
}

/** Questions and the answers that are kept: computes what is asked for and not there. */
export interface Answers {
  /** @throws RequestError where the question cannot be answered, EngineError where the engine did not. */
  ask(question: Question, options: AskOptions): Promise<Outcome>
  /** As `ask`, for calls whose answer cannot be empty: computes where none is kept, whatever `refresh` says. */
  answer(question: Question, options: AskOptions): Promise<Answered>
  /** Those of these answers that are still kept, by key. */
  kept(projectId: number, keys: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>>
}

interface AnswerStore {
  find(projectId: number, key: string, nowMs: number): Promise<AnswerRow | null>
  byKeys(projectId: number, keys: readonly string[], nowMs: number): Promise<ReadonlyMap<string, AnswerRow>>
  put(row: AnswerRow, nowMs: number): Promise<boolean>
}
export interface AnswersDeps {
  readonly ask: Ask
  readonly answers: AnswerStore
  readonly versions: Pick<DataVersions, 'present'>
  readonly jobs: Pick<BackgroundJobs, 'start'>
  readonly cancellation: Pick<Cancellation, 'run'>
  readonly createSingleFlight: Coordination['createSingleFlight']
  readonly clock: Clock
  /** For the operator's log. */
  readonly warn: (sentence: string) => void
}

interface Computed {
  readonly answer: KeptAnswer
  readonly isKept: boolean
}
/** A question, what its answer is called, and from what it would be computed now. */
interface Prepared {
  readonly posed: PosedQuestion
  readonly key: string
  readonly present: AnswerBasis
}

export function createAnswers(deps: AnswersDeps): Answers {
  const { ask, answers, clock, warn } = deps
  const flights = deps.createSingleFlight<AnswerBasis, Computed>()

  async function compute(prepared: Prepared, options: AskOptions, signal: AbortSignal | undefined) {
    const { posed, key, present } = prepared
    const minimumMs = minimumIntervalMs(posed.query, posed.range)
    const { answer, isKept } = await flights.join(
      {
        key: `${key} ${present.data}`,
        about: present,
        isServedBy: (other) => isFresh(other, present, minimumMs),
        run: (stop) => computeAndKeep(deps, prepared, stop),
      },
      signal,
    )
    if (isKept) await tellKept(key, options)
    return answer
  }
  const tellKept = async (key: string, { onKept }: AskOptions) =>
    onKept?.(key).catch((error: unknown) => warn(`An answer could not be pointed to: ${error}`))

  async function outcome(
    stepOf: typeof stepFor,
    question: Question,
    options: AskOptions,
    signal: AbortSignal | undefined,
  ): Promise<Outcome> {
    const { project, query } = question
    const key = answerKey(question)
    const row = await answers.find(project.id, key, clock())
    const posed = await ask.pose(question, signal)
    // After the row was read: what has changed since then shows.
    const data = await deps.versions.present(project.id, dataReadBy(query))
    const present = { range: posed.range, data, atMs: posed.nowMs }
    const found = row === null ? null : foundOf(row, posed, present)
    const step = stepOf(options.refresh, found)
    const prepared = { posed, key, present }
    if (step === 'compute')
      return { shown: await compute(prepared, options, signal), isCached: false, job: null }
    if (found?.isFresh) await tellKept(key, options)
    const shown = row === null ? null : readAnswer(row)
    const job = step === 'start' ? await start(prepared, options) : null
    return { shown, isCached: shown !== null, job }
  }

  function start(prepared: Prepared, options: AskOptions): Promise<BackgroundJob> {
    const { key, present, posed } = prepared
    const projectId = posed.project.id
    return deps.jobs.start({
      projectId,
      insightId: options.insightId ?? null,
      answerKey: key,
      // Without the range, which moves with the clock: what runs already is as good.
      sameAs: `${key} ${present.data}`,
      run: (stop) =>
        deps.cancellation.run(
          { projectId, clientQueryId: options.clientQueryId },
          (signal) => compute(prepared, options, signal).catch(logged),
          stop,
        ),
    })
  }
  // Nobody waits for it, so nobody else would.
  const logged = (error: unknown) => {
    const isAskersOwn = error instanceof RequestError || (error as EngineError).kind === 'cancelled'
    if (!isAskersOwn) warn(`A question failed in the background: ${error}`)
    throw error
  }
  const asked = (stepOf: typeof stepFor) => (question: Question, options: AskOptions) =>
    deps.cancellation.run(
      { projectId: question.project.id, clientQueryId: options.clientQueryId },
      (signal) => outcome(stepOf, question, options, signal),
      options.signal,
    )
  return {
    ask: asked(stepFor),
    async answer(question, options) {
      const { shown, ...rest } = await asked(stepToAnswer)(question, options)
      if (shown === null) throw new Error('A question was left without an answer')
      return { shown, ...rest }
    },
    async kept(projectId, keys) {
      const rows = keys.length === 0 ? new Map() : await answers.byKeys(projectId, keys, clock())
      return new Map([...rows.values()].map((row) => [row.key, readAnswer(row)]))
    },
  }
}

async function computeAndKeep(
  { ask, answers, clock, warn }: AnswersDeps,
  { posed, key, present }: Prepared,
  signal: AbortSignal,
): Promise<Computed> {
  const { project, query } = posed
  const row = {
    key,
    projectId: project.id,
    freshness: basisText(present),
    answer: answerText({ query, answer: await ask.answer(posed, signal) }),
    timezone: project.timezone,
    refreshedAt: isoInstant(present.atMs),
  }
  // What cannot be kept has been computed all the same.
  const isKept = await answers.put(row, clock()).catch((error: unknown) => {
    warn(`An answer could not be kept: ${error}`)
    return false
  })
  return { answer: readAnswer(row), isKept }
}

function foundOf(row: AnswerRow, { query, range }: PosedQuestion, present: AnswerBasis) {
  const keptMs = Date.parse(row.refreshedAt)
  return {
    isFresh: isFresh(readBasis(row.freshness, keptMs), present, minimumIntervalMs(query, range)),
    ageMs: present.atMs - keptMs,
  }
}
