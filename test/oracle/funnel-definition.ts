/** An event of the range, and the steps that it matches (the first step is 0). */
export interface MatchedEvent {
  readonly person: number
  readonly steps: ReadonlySet<number>
  readonly atMs: number
}
export interface DefinedStep {
  readonly count: number
  /** Null for the first step and without persons. */
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
}
export interface DefinedFunnel {
  readonly steps: readonly DefinedStep[]
  /** By person, the times of the best run; of all persons that reached step 1. */
  readonly bestRuns: ReadonlyMap<number, readonly number[]>
}

/** docs/semantics/funnels.md as it reads: writes down every run of every person, then picks. For reading, not for speed. */
export function funnelByDefinition(
  events: readonly MatchedEvent[],
  stepCount: number,
  windowMs: number,
): DefinedFunnel {
  const bestRuns = new Map<number, readonly number[]>()
  for (const person of new Set(events.map((event) => event.person))) {
    const own = events.filter((event) => event.person === person).sort(inOrder)
    const best = bestOf(allRuns(own, stepCount, windowMs).map((run) => run.map((event) => event.atMs)))
    if (best !== undefined) bestRuns.set(person, best)
  }
  const steps = Array.from({ length: stepCount }, (_, step): DefinedStep => {
    const reached = [...bestRuns.values()].filter((times) => times.length > step)
    const seconds = step === 0 ? [] : reached.map((times) => (at(times, step) - at(times, step - 1)) / 1000)
    return { count: reached.length, averageSeconds: averageOf(seconds), medianSeconds: medianOf(seconds) }
  })
  return { steps, bestRuns }
}

type Run = readonly MatchedEvent[]

/** Every run to every step: each run with every event that can follow it. */
function allRuns(events: readonly MatchedEvent[], stepCount: number, windowMs: number): Run[] {
  const found: Run[] = []
  let longest: Run[] = [[]]
  for (let step = 0; step < stepCount; step++) {
    longest = longest.flatMap((run) =>
      events
        .slice(events.indexOf(run[run.length - 1] ?? NOTHING) + 1)
        .filter((event) => canFollow(run, event, step, windowMs))
        .map((event) => [...run, event]),
    )
    found.push(...longest)
  }
  return found
}

function canFollow(run: Run, event: MatchedEvent, step: number, windowMs: number): boolean {
  const first = run[0] ?? event
  return event.steps.has(step) && event.atMs - first.atMs <= windowMs
}

const NOTHING: MatchedEvent = { person: 0, steps: new Set(), atMs: 0 }

/** By time; at once, the earlier first step before, then the one whose next step is later or missing. */
function inOrder(a: MatchedEvent, b: MatchedEvent): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs
  const stepsOf = (event: MatchedEvent) => [...event.steps].sort((one, other) => one - other)
  const [firstOfA = 0, ...restOfA] = stepsOf(a)
  const [firstOfB = 0, ...restOfB] = stepsOf(b)
  if (firstOfA !== firstOfB) return firstOfA - firstOfB
  const i = restOfA.findIndex((step, at) => step !== restOfB[at])
  const [nextOfA, nextOfB] =
    i === -1 ? [Infinity, restOfB[restOfA.length] ?? Infinity] : [restOfA[i], restOfB[i] ?? Infinity]
  return nextOfA === nextOfB ? 0 : (nextOfB ?? Infinity) - (nextOfA ?? Infinity)
}

/** The furthest; of those the first to arrive, of those the last to start, of those the first at each next step. */
function bestOf(runs: readonly (readonly number[])[]): readonly number[] | undefined {
  const level = Math.max(...runs.map((times) => times.length))
  const furthest = runs.filter((times) => times.length === level)
  const arrival = Math.min(...furthest.map((times) => at(times, level - 1)))
  const soonest = furthest.filter((times) => at(times, level - 1) === arrival)
  const start = Math.max(...soonest.map((times) => at(times, 0)))
  return soonest.filter((times) => at(times, 0) === start).sort(byEachStep)[0]
}

function byEachStep(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((time, i) => time !== b[i])
  return differing === -1 ? 0 : at(a, differing) - at(b, differing)
}

const averageOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return Number.isInteger(middle)
    ? (at(sorted, middle - 1) + at(sorted, middle)) / 2
    : at(sorted, Math.floor(middle))
}

function at(values: readonly number[], index: number): number {
  const value = values[index]
  if (value === undefined) throw new Error(`Nothing at ${index}`)
  return value
}
