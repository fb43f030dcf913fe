import { createMatching } from '#insights/runs/walk/matching.ts'
import { type FunnelRule, lowestBits } from '#insights/runs/walk/rule.ts'
import type { ActorEvents } from '#sequences/actor-events.ts'

/** The reason why a run does not continue. */
export type NextStep =
  /** No event of the next step comes after the run. */
  | { readonly code: 'no_later_step' }
  /** The next event that serves the next step comes after the window. */
  | { readonly code: 'too_late'; readonly place: number; readonly lateMs: number }
  /** In a strict funnel: another event comes before the next step. */
  | { readonly code: 'interrupted'; readonly place: number }

/**
 * Explains why the best run of an actor does not go on. The run has at least one step, but not all steps.
 */
export function nextStepOf(rule: FunnelRule, events: ActorEvents, run: readonly number[]): NextStep {
  const { atMs } = events
  const msOf = (place: number | undefined) => atMs[place ?? -1] ?? Number.POSITIVE_INFINITY
  const [startMs, lastMs] = [msOf(run[0]), msOf(run.at(-1))]
  const next = nextServer(rule, events, run)
  if (next < 0) return { code: 'no_later_step' }
  const latestMs = startMs + rule.windowMs
  if (rule.order === 'strict') {
    const other = firstOther(atMs, run, { startMs, lastMs })
    if (msOf(other) <= latestMs) return { code: 'interrupted', place: other }
  }
  return { code: 'too_late', place: next, lateMs: msOf(next) - latestMs }
}

/**
 * Returns the place of the first event after the run that would take the run further if the window were
 * longer; -1 if there is none. In an unordered funnel any step that the run does not have may be the next
 * one.
 */
function nextServer(
  { order, steps }: FunnelRule,
  { atMs, mask }: ActorEvents,
  run: readonly number[],
): number {
  const maskOf = (place: number) => mask[place] ?? 0
  const lastMs = atMs[run.at(-1) ?? -1] ?? 0
  const own = run.map(maskOf)
  const canFollow = (place: number) =>
    order === 'unordered'
      ? canServeAll([...own, maskOf(place)], steps)
      : ((maskOf(place) >>> run.length) & 1) === 1
  return atMs.findIndex((ms, place) => ms > lastMs && canFollow(place))
}

/**
 * Returns the place of the event that directly follows a strict run. If the run has left an event of its
 * last millisecond unused, that event comes before all later events. An unused event of the start's own
 * millisecond does not count: it lies before the start.
 */
const firstOther = (
  atMs: Float64Array,
  run: readonly number[],
  { startMs, lastMs }: { readonly startMs: number; readonly lastMs: number },
): number => atMs.findIndex((ms, place) => ms > startMs && ms >= lastMs && !run.includes(place))

/** Returns whether the events with these masks can each serve a different step. */
function canServeAll(masks: readonly number[], steps: number): boolean {
  const stepBits = lowestBits(steps)
  const matching = createMatching()
  return masks.every((mask, event) => {
    const served = matching.servedBits
    return matching.add(event, mask & stepBits, stepBits & ~served, served)
  })
}
