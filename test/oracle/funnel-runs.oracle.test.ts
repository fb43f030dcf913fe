import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDERS } from './funnel-question.ts'
import { type RunRules, runsOf, type StepEvent } from './funnel-run-definition.ts'
import { runs, within } from './runs.ts'

const STEPS = 4

/** A handful of events within a few milliseconds. */
const event = fc.record({ atMs: fc.nat(4), steps: fc.subarray([0, 1, 2, 3]) })
const asked = fc.record({
  events: fc.array(event, { maxLength: 6, size: 'max' }),
  stepCount: fc.integer({ min: 2, max: STEPS }),
  windowMs: fc.nat(5),
})

/** Returns every order of the events in which times do not decrease. */
function ordersOf(events: readonly StepEvent[]): StepEvent[][] {
  const firstMs = Math.min(...events.map(({ atMs }) => atMs))
  if (events.length === 0) return [[]]
  return events
    .filter(({ atMs }) => atMs === firstMs)
    .flatMap((first) => ordersOf(events.filter((one) => one !== first)).map((rest) => [first, ...rest]))
}

/** Lists all runs within one order of the events, one by one. */
function runsIn(events: readonly StepEvent[], rules: RunRules): StepEvent[][] {
  const found: StepEvent[][] = []
  const goOn = (run: readonly StepEvent[], done: readonly number[]): void => {
    if (run.length > 0) found.push([...run])
    for (const next of events.filter((one) => canFollow(run, one, events, rules)))
      for (const step of stepsServed(next, done, rules)) goOn([...run, next], [...done, step])
  }
  goOn([], [])
  return found
}

function canFollow(
  run: readonly StepEvent[],
  next: StepEvent,
  events: readonly StepEvent[],
  { order, windowMs }: RunRules,
): boolean {
  const [start, last] = [run[0], run.at(-1)]
  if (start === undefined || last === undefined) return true
  const between = events.indexOf(next) - events.indexOf(last)
  return (order === 'strict' ? between === 1 : between > 0) && next.atMs - start.atMs <= windowMs
}

/** Returns the steps that an event can serve in a run that has done the steps in `done`. */
const stepsServed = ({ steps }: StepEvent, done: readonly number[], { order }: RunRules): number[] =>
  [...steps].filter((step) => (order === 'unordered' ? !done.includes(step) : step === done.length))

/** Returns for each start the earliest time at which any run from it reaches each level. */
function earliestTimes(events: readonly StepEvent[], rules: RunRules): Map<StepEvent, number[]> {
  const all = ordersOf(events).flatMap((order) => runsIn(order, rules))
  const found = new Map<StepEvent, number[]>()
  for (const run of all) {
    const [start, last] = [run[0], run.at(-1)]
    if (start === undefined || last === undefined) continue
    const times = found.get(start) ?? []
    times[run.length - 1] = Math.min(times[run.length - 1] ?? Number.POSITIVE_INFINITY, last.atMs)
    found.set(start, times)
  }
  return found
}

test.each(ORDERS)('the run of a start is the earliest of all that there are: %s', (order) => {
  fc.assert(
    fc.property(asked, ({ events, stepCount, windowMs }) => {
      const own = events.map(
        ({ atMs, steps }): StepEvent => ({
          atMs,
          steps: new Set(steps.filter((step) => step < stepCount)),
          exclusions: new Set(),
          event: { person: 1, name: '', atMs, properties: {} },
        }),
      )
      const rules = { order, stepCount, optionalSteps: [], windowMs, spans: [] }
      const earliest = earliestTimes(own, rules)
      const expected = own.flatMap((start) => {
        const times = earliest.get(start)
        return times === undefined ? [] : [{ startMs: start.atMs, times, isTainted: false, optionalCount: 0 }]
      })
      expect(runsOf(own, rules)).toEqual(expected)
    }),
    within(runs({ short: 300, long: 20_000 })),
  )
})
