import type { RunRules, StepEvent } from './funnel-run-definition.ts'

/**
 * Returns the index of a step among the required steps. For an optional step this is the number of required
 * steps before it.
 */
export const placeOf = (step: number, { optionalSteps }: Pick<RunRules, 'optionalSteps'>): number =>
  step - optionalSteps.filter((one) => one < step).length

/** Returns the funnel without its optional steps, and its events, which then match required steps only. */
export function withoutOptional(
  events: readonly StepEvent[],
  rules: RunRules,
): { readonly events: readonly StepEvent[]; readonly rules: RunRules } {
  if (rules.optionalSteps.length === 0) return { events, rules }
  const own = events.map((event) => ({
    ...event,
    steps: new Set(
      [...event.steps]
        .filter((step) => !rules.optionalSteps.includes(step))
        .map((step) => placeOf(step, rules)),
    ),
  }))
  const spans = rules.spans.map(({ fromStep, toStep }) => ({
    fromStep: placeOf(fromStep, rules),
    toStep: placeOf(toStep, rules),
  }))
  const stepCount = rules.stepCount - rules.optionalSteps.length
  return { events: own, rules: { ...rules, stepCount, spans, optionalSteps: [] } }
}

/** The time at which a run does each step of the funnel; undefined for a step that the run does not do. */
export type StepTimes = readonly (number | undefined)[]

/**
 * Implements docs/semantics/funnels.md, "Optional steps": returns the times of all steps of a best run.
 * `times` has the times of its required steps.
 */
export function timesOfAll(
  times: readonly number[],
  events: readonly StepEvent[],
  rules: RunRules,
): StepTimes {
  const { stepCount, optionalSteps, windowMs } = rules
  const isOptional = (step: number) => optionalSteps.includes(step)
  const found = Array.from({ length: stepCount }, (_, step) =>
    isOptional(step) ? undefined : times[placeOf(step, rules)],
  )
  for (const step of optionalSteps) {
    const before = found.slice(0, step).filter((time) => time !== undefined)
    const next = found.find((_, other) => other > step && !isOptional(other))
    const sinceMs = Math.max(...before)
    const untilMs = next ?? (found[0] ?? 0) + windowMs
    const isPassed = times.length >= placeOf(step, rules)
    found[step] = [...new Set(events.map(({ atMs }) => atMs))]
      .sort((a, b) => a - b)
      .find((ms) => isPassed && sinceMs <= ms && ms <= untilMs && isServed(found.with(step, ms), ms, events))
  }
  return found
}

/**
 * Returns whether different events of one millisecond can serve all steps that are done in that millisecond.
 */
function isServed(times: StepTimes, ms: number, events: readonly StepEvent[]): boolean {
  const serve = (steps: readonly number[], left: readonly StepEvent[]): boolean => {
    const [step, ...others] = steps
    if (step === undefined) return true
    return left.some(
      (event) =>
        event.steps.has(step) &&
        serve(
          others,
          left.filter((one) => one !== event),
        ),
    )
  }
  const steps = times.flatMap((time, step) => (time === ms ? [step] : []))
  return serve(
    steps,
    events.filter(({ atMs }) => atMs === ms),
  )
}
