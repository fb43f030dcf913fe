import type { InsightBody } from '#contract/insight.ts'
import type { Warning } from '#contract/warning.ts'
import { EngineError } from '#engine/engine-error.ts'
import { warningsOf } from '#insights/answering/saved-answer.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { RequestError, type RequestErrorKind } from '#shared/request-error.ts'
import { type Reader, withWarnings } from './insight-body.ts'
import {
  type InsightDeps,
  type InsightPlace,
  insightAt,
  LAST_RESULT,
  type ResultOptions,
  withLastResults,
} from './insight-with-result.ts'

type Read<Item> = (item: Item, options: ResultOptions) => Promise<InsightBody>

/** Other requests compute as well. */
const PARALLEL = 4

/** Bodies of insights at their places, in their order, with results as new as the options require. */
export const insightsAt = (
  deps: InsightDeps,
  places: readonly InsightPlace[],
  options: ResultOptions,
  reader: Reader,
): Promise<InsightBody[]> =>
  // The last results are found together: a page of 100 insights takes one look into the cache.
  options.refresh === 'none'
    ? lastResultsAt(deps, places, reader, options.warnings)
    : eachWithResult(
        places,
        () => options,
        (place, asked) => insightAt(deps, place, asked, reader),
      )

async function lastResultsAt(
  deps: InsightDeps,
  places: readonly InsightPlace[],
  reader: Reader,
  warnings: readonly Warning[] = [],
): Promise<InsightBody[]> {
  const insights = places.map(({ insight }) => insight)
  const bodies = await withLastResults(deps, insights, reader)
  return Promise.all(
    bodies.map(async (body, i) => {
      const place = places[i]
      const isShown = body.results !== null && place !== undefined
      const found = isShown ? await warningsOf(deps.answering, place.project, place.insight) : []
      return withWarnings(body, [...found, ...warnings])
    }),
  )
}

/** The bodies of items in their order, some at a time. */
export async function eachWithResult<Item>(
  items: readonly Item[],
  optionsOf: (item: Item) => ResultOptions,
  read: Read<Item>,
): Promise<InsightBody[]> {
  const bodies: InsightBody[] = []
  for (const some of chunksOf(items, PARALLEL))
    bodies.push(...(await Promise.all(some.map((item) => withResultOrLast(item, optionsOf(item), read)))))
  return bodies
}

/**
 * An insight that cannot be computed is shown with its last result, or without one: in a list and on a shared page its error
 * must not hide the rest. The same holds for a failure of the engine and for too many queries at once.
 */
export async function withResultOrLast<Item>(
  item: Item,
  options: ResultOptions,
  read: Read<Item>,
): Promise<InsightBody> {
  try {
    return await read(item, options)
  } catch (error) {
    if (!isOfOneQuery(error)) throw error
    options.onFailure?.(error)
    return withRefusal(await read(item, LAST_RESULT), error)
  }
}

/** A question that is refused, as with the filters of a dashboard, says so beside its last result. Other failures can be gone with the next request. */
function withRefusal(body: InsightBody, error: unknown): InsightBody {
  if (!(error instanceof RequestError) || error.kind !== 'invalid') return body
  const { code, message: detail, attr } = error
  return withWarnings(body, [{ code, detail, attr }])
}

const OF_ONE_QUERY: readonly RequestErrorKind[] = ['invalid', 'throttled', 'unavailable']

/** Whether an error belongs to one query. A disconnect of the client and the stop of the server end the whole request. */
function isOfOneQuery(error: unknown): boolean {
  if (error instanceof EngineError) return error.kind !== 'cancelled' && error.kind !== 'closed'
  return error instanceof RequestError && OF_ONE_QUERY.includes(error.kind)
}
