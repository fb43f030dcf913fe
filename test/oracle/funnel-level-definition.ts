import type { Run } from './funnel-run-definition.ts'

/**
 * Implements docs/semantics/funnels.md, "Runs", "Optional steps" and "Exclusions": returns the times of an
 * actor's best run, one for each level that it reaches. Returns null for an actor without a run, and for an
 * actor that an exclusion takes out.
 */
export function bestTimes(runs: readonly Run[]): readonly number[] | null {
  const level = Math.max(...runs.map(({ times }) => times.length))
  const ofLevel = runs.filter(({ times, isTainted }) => times.length === level && !isTainted)
  const most = Math.max(...ofLevel.map(({ optionalCount }) => optionalCount))
  const fullest = ofLevel.filter(({ optionalCount }) => optionalCount === most)
  const reachedMs = Math.min(...fullest.map(({ times }) => timeAt(times, level - 1)))
  const first = fullest.filter(({ times }) => timeAt(times, level - 1) === reachedMs)
  const startMs = Math.max(...first.map((run) => run.startMs))
  const latest = first.filter((run) => run.startMs === startMs)
  return latest.map(({ times }) => times).sort(byEachStep)[0] ?? null
}

/**
 * Orders runs that start in the same millisecond: the run that is earlier at the first step at which they
 * differ comes first.
 */
function byEachStep(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((time, i) => time !== b[i])
  return differing < 0 ? 0 : timeAt(a, differing) - timeAt(b, differing)
}

export function timeAt(times: readonly (number | undefined)[], step: number): number {
  const time = times[step]
  if (time === undefined) throw new Error(`The run does not reach step ${step}`)
  return time
}
