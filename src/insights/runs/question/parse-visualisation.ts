import { WholeNumber } from '#contract/paging.ts'
import { FUNNEL_VISUALISATIONS } from '#contract/question-names.ts'
import { type Interval, parseInterval } from '#query/interval.ts'
import { requireOneOf } from '#query/refuse.ts'
import type { FieldPaths, Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import type { FunnelsNode } from './node.ts'

/** The numbers that the answer to a funnel has. */
export type Visualisation =
  /** The actors of each step. */
  | { readonly kind: 'steps' }
  /** The conversion in each interval. */
  | { readonly kind: 'trends'; readonly interval: Interval }
  /**
   * The actors by the time that they took. If `binCount` is null, the number of bins depends on the number
   * of actors.
   */
  | { readonly kind: 'time_to_convert'; readonly binCount: number | null }

/**
 * Parses the visualisation. Fields of other visualisations are checked and left out.
 * @throws RequestError
 */
export function parseVisualisation(node: FunnelsNode, at: FieldPaths): Visualisation {
  const { funnelVizType, binCount } = node.funnelsFilter ?? {}
  const kind = requireOneOf(funnelVizType || 'steps', FUNNEL_VISUALISATIONS, {
    noun: 'funnel visualisation',
    path: at('funnelsFilter', 'funnelVizType'),
    all: [],
  })
  const interval = parseInterval(node.interval, at('interval'))
  const bins = parseBinCount(binCount, at('funnelsFilter', 'binCount'))
  if (kind === 'trends') return { kind, interval }
  return kind === 'steps' ? { kind } : { kind, binCount: bins }
}

const MOST_BINS = 90
/** The word that clients send if the number of bins is to depend on the answer. */
const AUTO = 'auto'

/**
 * Parses the number of bins. If it is out of range, the nearest number in the range is used, as clients
 * expect.
 */
function parseBinCount(value: unknown, path: Path): number | null {
  if (!isGiven(value) || value === AUTO) return null
  return Math.min(Math.max(parseValue(WholeNumber, value, path), 1), MOST_BINS)
}
