import type { GivenEvent } from './filter-definition.ts'
import { timesOfAll, withoutOptional } from './funnel-optional-definition.ts'
import type { GivenOrder } from './funnel-question.ts'

/** An event of an actor, with the steps and the exclusions that it matches, both counted from 0. */
export interface StepEvent {
  readonly atMs: number
  readonly steps: ReadonlySet<number>
  readonly exclusions: ReadonlySet<number>
  readonly event: GivenEvent
}
export interface RunRules {
  readonly order: GivenOrder
  readonly stepCount: number
  /** Indexes of the optional steps, counted from 0. */
  readonly optionalSteps: readonly number[]
  readonly windowMs: number
  /** The steps that each exclusion spans, counted from 0. */
  readonly spans: readonly { readonly fromStep: number; readonly toStep: number }[]
}
/** The run that begins at one start. */
export interface Run {
  readonly startMs: number
  /** The times at which the run reaches each level: T(1), T(2), … The length is the run's level. */
  readonly times: readonly number[]
  readonly isTainted: boolean
  /** The number of optional steps that the run does on its way. */
  readonly optionalCount: number
}

/**
 * Implements docs/semantics/funnels.md, "Runs", "Optional steps" and "Exclusions": returns the run of each
 * start among the events of one actor.
 */
export function runsOf(all: readonly StepEvent[], allRules: RunRules): Run[] {
  const { events, rules } = withoutOptional(all, allRules)
  const isStart = ({ steps }: StepEvent) => (rules.order === 'unordered' ? steps.size > 0 : steps.has(0))
  return events.filter(isStart).map((start) => {
    const times = timesOf(start, events, rules)
    const done = timesOfAll(times, all, allRules).filter((time) => time !== undefined)
    return {
      startMs: start.atMs,
      times,
      isTainted: isTainted(times, events, rules),
      optionalCount: done.length - times.length,
    }
  })
}

/** The events of one millisecond. A run can take them in any order. */
type Tie = readonly StepEvent[]

function timesOf(start: StepEvent, events: readonly StepEvent[], rules: RunRules): number[] {
  const others = events.filter(
    (event) => event !== start && start.atMs <= event.atMs && event.atMs <= start.atMs + rules.windowMs,
  )
  const ties = [...new Set(others.map(({ atMs }) => atMs))]
    .sort((a, b) => a - b)
    .map((atMs): Tie => others.filter((event) => event.atMs === atMs))
  if (rules.order === 'unordered') return unorderedTimes(start, ties)
  return rules.order === 'strict' ? strictTimes(start, ties) : orderedTimes(start, ties)
}

/**
 * Returns the times of an ordered run. From every level that was reached before a tie, the run takes as
 * many steps within the tie as it can.
 */
function orderedTimes(start: StepEvent, ties: readonly Tie[]): number[] {
  const times = [start.atMs]
  for (const tie of ties)
    for (const before of levelsOf(times)) reach(before + chainLength(tie, before), tie, times)
  return times
}

/**
 * Returns the times of a strict run. After a tie the run goes on only if it takes all events of the tie. In
 * the millisecond of the start it goes on anyway, because the other events may also stand before the start.
 */
function strictTimes(start: StepEvent, ties: readonly Tie[]): number[] {
  const times = [start.atMs]
  let continuing = [1]
  for (const tie of ties) {
    const chains = continuing.map((before) => ({ before, length: chainLength(tie, before) }))
    for (const { before, length } of chains) reach(before + length, tie, times)
    continuing = isAtStart(tie, start)
      ? levelsOf(times)
      : chains.flatMap(({ before, length }) => (length === tie.length ? [before + length] : []))
  }
  return times
}

/**
 * Returns the times of an unordered run. It keeps all sets of steps that different events can serve, as
 * bits.
 */
function unorderedTimes(start: StepEvent, ties: readonly Tie[]): number[] {
  const times = [start.atMs]
  let served = new Set([...start.steps].map((step) => 1 << step))
  for (const tie of ties) {
    for (const { steps } of tie)
      served = new Set([...served].flatMap((set) => [set, ...[...steps].map((step) => set | (1 << step))]))
    reach(Math.max(...[...served].map(sizeOf)), tie, times)
  }
  return times
}

const levelsOf = (times: readonly number[]): number[] => times.map((_, i) => i + 1)
const isAtStart = ([first]: Tie, start: StepEvent) => first?.atMs === start.atMs
const sizeOf = (set: number) => [...set.toString(2)].filter((bit) => bit === '1').length

/** Records the time of a tie for the levels up to `level` that have no time yet. */
function reach(level: number, [first]: Tie, times: number[]): void {
  while (first !== undefined && times.length < level) times.push(first.atMs)
}

/**
 * Returns how many consecutive steps, beginning with `step`, different events of a tie can serve. Tries
 * every order of the events.
 */
function chainLength(tie: Tie, step: number): number {
  const lengths = tie
    .filter(({ steps }) => steps.has(step))
    .map((event) => {
      const others = tie.filter((one) => one !== event)
      return 1 + chainLength(others, step + 1)
    })
  return Math.max(0, ...lengths)
}

function isTainted(times: readonly number[], events: readonly StepEvent[], { spans, windowMs }: RunRules) {
  const [startMs = Number.NaN] = times
  return spans.some(({ fromStep, toStep }, exclusion) => {
    const [fromMs, toMs] = [times[fromStep], times[toStep]]
    return events.some(
      ({ exclusions, atMs }) =>
        exclusions.has(exclusion) &&
        fromMs !== undefined &&
        fromMs < atMs &&
        (toMs === undefined ? atMs <= startMs + windowMs : atMs < toMs),
    )
  })
}
