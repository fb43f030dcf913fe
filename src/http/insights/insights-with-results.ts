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

/** The most insights of one request that are computed at a time, because other requests compute as well. */
const PARALLEL = 4

/**
 * Returns the body of each insight as it is shown by itself or on its dashboard, in the given order, with
 * results as new as the options require.
 */
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
 * Reads items, some at a time, and makes something of each. Returns what was made, in the order of the
 * items.
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
 * Reads an item. If it cannot be computed, it is shown with its last result, or without one: in a list and
 * on a shared page, its error must not hide the other items. This also applies to a failure of the engine
 * and to too many queries at once.
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
 * Adds a warning with the error if the question was refused, for example because of the filters of a
 * dashboard. The last result is then shown next to it. Other failures may be gone with the next request, so
 * they add no warning.
 */
function withRefusal<Shown extends WithWarnings>(shown: Shown, error: unknown): Shown {
  if (!(error instanceof RequestError) || error.kind !== 'invalid') return shown
  const { code, message: detail, attr } = error
  return { ...shown, warnings: [...shown.warnings, { code, detail, attr }] }
}

const OF_ONE_QUERY: readonly RequestErrorKind[] = ['invalid', 'throttled', 'unavailable']

/**
 * Returns whether an error concerns a single query. If the client disconnects or the server stops, the
 * whole request ends instead.
 */
function isOfOneQuery(error: unknown): boolean {
  if (error instanceof EngineError) return error.kind !== 'cancelled' && error.kind !== 'closed'
  return error instanceof RequestError && OF_ONE_QUERY.includes(error.kind)
}
