import type { Warning } from '#contract/warning.ts'
import { parseSaved } from '#insights/questions/parse-question.ts'
import { isAsked, type SavedQuestion } from '#insights/questions/saved-question.ts'
import { RequestError } from '#shared/request-error.ts'
import type { Answered, Answering, AnswerOptions } from './answering.ts'
import type { CachedResult } from './cached-result.ts'
import type { QuestionProject } from './question.ts'

/**
 * A saved question, with the key of the result that was last shown for it. An insight by itself and the
 * same insight on a dashboard are different questions, because the dashboard adds filters.
 */
export interface ShownQuestion {
  readonly project: QuestionProject
  readonly saved: SavedQuestion
  /** The key of the cached result that was last shown for this question; null if there is none. */
  readonly resultKey: string | null
}

/**
 * Returns the answer to a saved question. With a refresh of `none` it is the result that was last shown.
 * That result is shown even if this version cannot compute the question, or if the key of the question has
 * changed since, for example because the project has a new time zone. The result that was last shown is
 * also returned while a newer one is computed in the background.
 * @throws RequestError if a question has to be computed and cannot be, EngineError if the engine failed.
 */
export async function answerSaved(
  answering: Answering,
  { project, saved, resultKey }: ShownQuestion,
  options: AnswerOptions,
): Promise<Answered> {
  const findLast = () => findResult(answering, project.id, resultKey)
  if (!isAsked(saved)) return { ...shown(await findLast()), warnings: [] }
  if (options.refresh === 'none') {
    const last = await findLast()
    if (last !== null || options.whenMissing === 'null')
      return { ...shown(last), warnings: last === null ? [] : await warningsOf(answering, project, saved) }
  }
  const answered = await answering.answer({ project, ...parseSaved(saved) }, options)
  return answered.result === null ? { ...answered, ...shown(await findLast()), job: answered.job } : answered
}

const shown = (last: CachedResult | null) => ({ result: last, isCached: last !== null, job: null })

/** Returns the warnings of a saved question without computing it; none if this version cannot compute it. */
export async function warningsOf(
  answering: Pick<Answering, 'findWarnings'>,
  project: QuestionProject,
  saved: SavedQuestion,
): Promise<readonly Warning[]> {
  try {
    return await answering.findWarnings({ project, ...parseSaved(saved) })
  } catch (error) {
    if (error instanceof RequestError) return []
    throw error
  }
}

const findResult = async (answering: Answering, projectId: number, key: string | null) =>
  key === null ? null : ((await answering.cached(projectId, [key])).get(key) ?? null)
