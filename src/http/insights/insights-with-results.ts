import type { InsightBody } from '#contract/insight.ts'
import type { Warning } from '#contract/warning.ts'
import { EngineError } from '#engine/engine-error.ts'
import { warningsOf } from '#insights/answering/saved-answer.ts'
import { chunksOf } from '#shared/chunks-of.ts'
import { RequestError, type RequestErrorKind } from '#shared/request-error.ts'
import { type Reader, withWarnings } from './insight-body.ts'
import {
  bodyOf,
  type InsightDeps,
  type InsightPlace,
  insightAt,
  LAST_RESULT,
  type ResultOptions,
  withLastResults,
} from './insight-with-result.ts'

type Read<Item, Shown> = (item: Item, options: ResultOptions) => Promise<Shown>
interface WithWarnings {
  readonly warnings: readonly Warning[]
}

/** The most insights that one request computes at a time. Other requests need computations as well. */
const PARALLEL = 4

/**
 * Returns the bodies of insights in the given order, each as it is shown by itself or on its dashboard.
 * `options` say how new the results must be.
 */
export const insightsAt = (
  deps: InsightDeps,
  places: readonly InsightPlace[],
  options: ResultOptions,
  reader: Reader,
): Promise<InsightBody[]> =>
  // The last results are found together, so that a page of 100 insights needs only one look into the cache.
  options.refresh === 'none'
    ? lastResultsAt(deps, places, reader, options.warnings)
    : eachWithResult(
        places,
        () => options,
        (place, asked) => insightAt(deps, place, asked),
        (shown) => bodyOf(shown, reader),
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

/**
 * Reads items, at most {@link PARALLEL} at a time, and calls `make` with each item that was read. Returns
 * what `make` returned, in the order of the items.
 */
export async function eachWithResult<Item, Shown extends WithWarnings, Made>(
  items: readonly Item[],
  optionsOf: (item: Item) => ResultOptions,
  read: Read<Item, Shown>,
  make: (shown: Shown) => Promise<Made>,
): Promise<Made[]> {
  const all: Made[] = []
  const madeOf = async (item: Item) => make(await withResultOrLast(item, optionsOf(item), read))
  for (const some of chunksOf(items, PARALLEL)) all.push(...(await Promise.all(some.map(madeOf))))
  return all
}

/**
 * Reads an item. If its result cannot be computed, the item is shown with its last result, or without any
 * result. In a list or on a shared page, the error of one item must not hide the others. This also holds if
 * the engine fails or too many queries run at once.
 */
export async function withResultOrLast<Item, Shown extends WithWarnings>(
  item: Item,
  options: ResultOptions,
  read: Read<Item, Shown>,
): Promise<Shown> {
  try {
    return await read(item, options)
  } catch (error) {
    if (!isOfOneQuery(error)) throw error
    options.onFailure?.(error)
    return withRefusal(await read(item, LAST_RESULT), error)
  }
}

/**
 * If the question was refused, for example because of the filters of a dashboard, adds the error as a
 * warning, which is shown next to the last result. Other failures may not occur again at the next request,
 * so they add no warning.
 */
function withRefusal<Shown extends WithWarnings>(shown: Shown, error: unknown): Shown {
  if (!(error instanceof RequestError) || error.kind !== 'invalid') return shown
  const { code, message: detail, attr } = error
  return { ...shown, warnings: [...shown.warnings, { code, detail, attr }] }
}

const OF_ONE_QUERY: readonly RequestErrorKind[] = ['invalid', 'throttled', 'unavailable']

/**
 * Returns whether an error concerns a single query. Other errors, such as that the client disconnects or
 * the server stops, end the whole request.
 */
function isOfOneQuery(error: unknown): boolean {
  if (error instanceof EngineError) return error.kind !== 'cancelled' && error.kind !== 'closed'
  return error instanceof RequestError && OF_ONE_QUERY.includes(error.kind)
}
