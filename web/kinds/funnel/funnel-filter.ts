import type { Exclusion, FunnelFilter, QueryNode, SeriesNode } from '#web/api/query-node.ts'

export const funnelFilterOf = ({ funnelsFilter }: QueryNode): FunnelFilter => funnelsFilter ?? {}

/** Returns the question with changed rules. A rule that is `undefined` is left out and has its default. */
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
 * Returns the question with other steps. References to steps that no longer exist are dropped: exclusions,
 * and the range from `funnelFromStep` to `funnelToStep`. An attribution to such a step moves to the first
 * step.
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
 * Converts an exclusion to a series without the fields of a funnel, and back: lists of series do not know
 * these fields.
 */
export const seriesOfExclusion = ({
  funnelFromStep: _,
  funnelToStep: __,
  ...series
}: Exclusion): SeriesNode => series

/**
 * Returns the event that a new exclusion begins with: the first one that no step asks for, or null for any
 * event if there is none.
 */
export const proposedExclusion = (names: readonly string[], steps: readonly SeriesNode[]): string | null =>
  names.find((name) => steps.every(({ event }) => event !== name)) ?? null
