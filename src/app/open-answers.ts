import type { BackgroundJobs } from '#coordination/background-jobs.ts'
import type { Cancellation } from '#coordination/cancellation.ts'
import type { Coordination } from '#coordination/coordination.ts'
import type { Engine } from '#engine/engine.ts'
import { type Answers, createAnswers } from '#insights/answers.ts'
import { createAsk } from '#insights/ask.ts'
import type { Metadata } from '#metadata/database/open-metadata.ts'
import { type AnswerStore, createAnswerStore } from '#metadata/results/answer-store.ts'
import type { Clock } from '#shared/clock.ts'
import type { Closer } from './closers.ts'

export interface OpenAnswersOptions {
  readonly engine: Engine
  readonly metadata: Metadata
  readonly coordination: Coordination
  readonly clock: Clock
  /** Of all kept answers together. */
  readonly maxBytes: number
  readonly warn: (sentence: string) => void
}

export interface OpenedAnswers {
  readonly answers: Answers
  readonly answerStore: AnswerStore
  readonly jobs: BackgroundJobs
  readonly cancellation: Cancellation
}

/** Everything between a question and its answer. What is computed in the background ends before anything else closes. */
export function openAnswers(options: OpenAnswersOptions, closers: Closer[]): OpenedAnswers {
  const { dataVersions: versions, backgroundJobs: jobs, cancellation } = options.coordination
  closers.push(() => jobs.close())
  const deps = { ...options, ...options.coordination, versions, jobs }
  const answerStore = createAnswerStore(options.metadata, options.maxBytes)
  const answers = createAnswers({ ...deps, ask: createAsk(deps), answers: answerStore })
  return { answers, answerStore, jobs, cancellation }
}
