import type { Exclusion, FunnelFilter, QueryNode, SeriesNode } from '#web/api/query-node.ts'

export const funnelFilterOf = ({ funnelsFilter }: QueryNode): FunnelFilter => funnelsFilter ?? {}

/**
 * Returns the question with some of its rules changed. A rule that is set to `undefined` is removed, and
 * the server uses its default.
 */
export function withFunnelFilter(
  question: QueryNode,
  changed: { readonly [Name in keyof FunnelFilter]?: FunnelFilter[Name] | undefined },
): QueryNode {
  const rules = Object.entries({ ...funnelFilterOf(question), ...changed })
  return {
    ...question,
    funnelsFilter: Object.fromEntries(rules.filter(([, value]) => value !== undefined)),
  }
}

/**
 * Returns the question with other steps. What refers to steps that no longer exist is removed: exclusions,
 * and the range from `funnelFromStep` to `funnelToStep`. If the breakdown was attributed to such a step, it
 * is now attributed to the first one.
 */
export function withSteps(question: QueryNode, series: readonly SeriesNode[]): QueryNode {
  const filter = funnelFilterOf(question)
  const last = series.length - 1
  const exclusions = filter.exclusions?.filter(({ funnelToStep }) => funnelToStep <= last)
  const isWithin = (step: number | undefined) => (step !== undefined && step <= last ? step : undefined)
  const toStep = isWithin(filter.funnelToStep)
  return withFunnelFilter(
    { ...question, series },
    {
      exclusions: exclusions?.length === 0 ? undefined : exclusions,
      funnelToStep: toStep,
      funnelFromStep: toStep === undefined ? undefined : filter.funnelFromStep,
      breakdownAttributionValue:
        isWithin(filter.breakdownAttributionValue) ??
        (filter.breakdownAttributionType === 'step' ? 0 : undefined),
    },
  )
}

/**
 * Converts an exclusion to a series by leaving out the fields that only exclusions have. The list that
 * edits series does not know these fields.
 */
export const seriesOfExclusion = ({
  funnelFromStep: _,
  funnelToStep: __,
  ...series
}: Exclusion): SeriesNode => series

/**
 * Returns the event for a new exclusion: the first event that is no step of the funnel. If all events are
 * steps, returns null, which stands for any event.
 */
export const proposedExclusion = (names: readonly string[], steps: readonly SeriesNode[]): string | null =>
  names.find((name) => steps.every(({ event }) => event !== name)) ?? null
