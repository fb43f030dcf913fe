import type { CorrelationPlan } from './plan.ts'

/** Returns the names of the events of the funnel's steps. */
export const stepNames = ({ funnel }: CorrelationPlan): string[] =>
  funnel.matchers.flatMap((matcher) => matcher.flatMap(({ event }) => (event === null ? [] : [event])))
