import type { FunnelsPlan } from '#insights/funnels/plan.ts'

/** The name of a step, from 0, in a sentence. */
export function stepName({ query: { series } }: Pick<FunnelsPlan, 'query'>, step: number): string {
  const { customName, name, actionId } = series[step] ?? {}
  return customName || name || (actionId === undefined ? 'any event' : `action ${actionId}`)
}
