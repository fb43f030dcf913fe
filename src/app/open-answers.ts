import type { Engine } from '#engine/engine.ts'
import { type Answers, createAnswers } from '#insights/answers.ts'
import { createAsk } from '#insights/ask.ts'
import type { PersonRoots } from '#insights/person-roots.ts'
import { createRefreshJobs, type RefreshJobs } from '#insights/refresh-jobs.ts'
import { createRunningQuestions, type RunningQuestions } from '#insights/running-questions.ts'
import type { Metadata } from '#metadata/database/open-metadata.ts'
import { createAnswerStore } from '#metadata/results/answer-store.ts'
import type { DataVersions } from '#metadata/results/data-version-store.ts'
import type { Clock } from '#shared/clock.ts'
import type { Closer } from './closers.ts'

export interface OpenAnswersOptions {
  readonly engine: Engine
  readonly metadata: Metadata
  readonly versions: DataVersions
  readonly personRoots: PersonRoots
  readonly clock: Clock
  /** Of all kept answers together. */
  readonly maxBytes: number
  readonly warn: (sentence: string) => void
}

/** Everything between a question and its answer. What is computed in the background ends before anything else closes. */
export function openAnswers(
  options: OpenAnswersOptions,
  closers: Closer[],
): { answers: Answers; jobs: RefreshJobs; running: RunningQuestions } {
  const jobs = createRefreshJobs(options.clock)
  closers.push(() => jobs.close())
  const running = createRunningQuestions()
  const store = createAnswerStore(options.metadata, options.maxBytes)
  const answers = createAnswers({ ...options, ask: createAsk(options), answers: store, jobs, running })
  return { answers, jobs, running }
}
