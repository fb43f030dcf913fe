import type { GivenEvent } from './filter-definition.ts'
import { timesOfAll, withoutOptional } from './funnel-optional-definition.ts'
import type { GivenOrder } from './funnel-question.ts'

/** An event of an actor with the steps that it matches and the exclusions that it is of, both from 0. */
export interface StepEvent {
  readonly atMs: number
  readonly steps: ReadonlySet<number>
  readonly exclusions: ReadonlySet<number>
  readonly event: GivenEvent
}
export interface RunRules {
  readonly order: GivenOrder
  readonly stepCount: number
  /** Of these steps, from 0. */
  readonly optionalSteps: readonly number[]
  readonly windowMs: number
  /** The steps that each exclusion spans, from 0. */
  readonly spans: readonly { readonly fromStep: number; readonly toStep: number }[]
}
/** The run of a start. */
export interface Run {
  readonly startMs: number
  /** When the run reaches each level: T(1), T(2), … As many as its level. */
  readonly times: readonly number[]
  readonly isTainted: boolean
  /** How many of the optional steps the run takes along. */
  readonly optionalCount: number
}

/** docs/semantics/funnels.md, "Runs", "Optional steps" and "Exclusions": the run of each start among the events of one actor. */
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

/** The events of one millisecond, which a run can take in any order. */
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

/** From every level of before a tie the run takes as many steps within the tie as it can. */
function orderedTimes(start: StepEvent, ties: readonly Tie[]): number[] {
  const times = [start.atMs]
  for (const tie of ties)
    for (const before of levelsOf(times)) reach(before + chainLength(tie, before), tie, times)
  return times
}

/**
 * The same, but a run goes on behind a tie only if all events of the tie are in it. Those of the start's own millisecond may also stand
 * before the start.
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

/** All sets of steps that different events serve, as bits. */
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

/** Notes the time of a tie for the levels that had none before. */
function reach(level: number, [first]: Tie, times: number[]): void {
  while (first !== undefined && times.length < level) times.push(first.atMs)
}

/** How many steps from this one on different events of a tie serve: tries every order. */
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
