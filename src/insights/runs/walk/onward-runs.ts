import { exclusionBit, type FunnelRule, lowestBits } from './rule.ts'

/**
 * Stands for "no event" among signed places. Columns with `NONE` have unsigned places, which take longer to
 * compare.
 */
export const NO_PLACE = -1

/**
 * For each step, the run that continues with the next event of this step. The runs are kept up to date
 * while the events of an actor are passed from the last to the first. No two of these events may have the
 * same millisecond. The functions are not closures: each question would create the closures anew, and the
 * code of each new closure would have to be optimised again.
 */
export interface OnwardRuns {
  readonly steps: number
  readonly isStrict: boolean
  /** The bits of all steps except the first. */
  readonly laterStepBits: number
  /**
   * Row k describes the run that continues at step k. For each step from k on it has the place of the event
   * of this step; the run ends at the first NO_PLACE. After the entries of all steps the row has an entry
   * for each exclusion whose from-step is k or later: the place of the first excluded event after this
   * from-step.
   */
  readonly rows: Int32Array
  /** The length of a row. */
  readonly width: number
  /**
   * For each exclusion: its from-step, its to-step, and (in `excluded`) the place of the next excluded
   * event.
   */
  readonly fromSteps: Uint8Array
  readonly toSteps: Uint8Array
  readonly excluded: Int32Array
  readonly firstExclusionBit: number
}

export function createOnwardRuns(rule: FunnelRule): OnwardRuns {
  const { order, steps, exclusions } = rule
  const width = steps + exclusions.length
  return {
    steps,
    isStrict: order === 'strict',
    laterStepBits: lowestBits(steps) - 1,
    rows: new Int32Array((steps + 1) * width),
    width,
    fromSteps: Uint8Array.from(exclusions, ({ fromStep }) => fromStep),
    toSteps: Uint8Array.from(exclusions, ({ toStep }) => toStep),
    excluded: new Int32Array(exclusions.length),
    firstExclusionBit: exclusionBit(rule, 0),
  }
}

/** Called before the last event of an actor is passed. */
export function clearRuns({ rows, steps, width, excluded }: OnwardRuns): void {
  for (let step = 1; step < steps; step++) rows[step * width + step] = NO_PLACE
  for (let i = 0; i < excluded.length; i++) excluded[i] = NO_PLACE
}

/** Passes the event at `place`. From then on the runs of earlier events can take it. */
export function passEvent(runs: OnwardRuns, place: number, mask: number): void {
  if (runs.isStrict || (mask & runs.laterStepBits) !== 0) passSteps(runs, place, mask)
  if (mask >>> runs.firstExclusionBit !== 0) passExcluded(runs, place, mask)
}

function passSteps(runs: OnwardRuns, place: number, mask: number): void {
  const { rows, steps, width, isStrict } = runs
  // The loop goes from the first step up. The run of a step continues with an event later than this one, so
  // the row of the next step must not have this event yet when it is copied.
  for (let step = 1; step < steps; step++) {
    if (((mask >>> step) & 1) !== 0) goOn(runs, step, place)
    // In a strict funnel a run goes on only with the very next event, whatever that event matches.
    else if (isStrict) rows[step * width + step] = NO_PLACE
  }
}

function passExcluded({ excluded, firstExclusionBit }: OnwardRuns, place: number, mask: number): void {
  for (let i = 0; i < excluded.length; i++)
    if (((mask >>> (firstExclusionBit + i)) & 1) !== 0) excluded[i] = place
}

/** Lets the run of this step continue with the event at `place`. */
function goOn({ rows, steps, width, excluded, fromSteps }: OnwardRuns, step: number, place: number): void {
  const row = step * width
  rows[row + step] = place
  for (let i = row + step + 1; i < row + width; i++) rows[i] = rows[i + width] as number
  for (let i = 0; i < fromSteps.length; i++)
    if (fromSteps[i] === step) rows[row + steps + i] = excluded[i] as number
}

/**
 * Returns the time from which on starts are tainted: Infinity if none is, -Infinity if all are. Considers
 * only runs of this level that start at the current event or before it, and that continue with the run of the
 * second step. Call it before the current event is passed. An earlier start has all excluded events of a
 * later one, but its window ends earlier.
 */
export function taintedFromMs(
  { rows, steps, width, excluded, fromSteps, toSteps }: OnwardRuns,
  atMs: Float64Array,
  level: number,
  windowMs: number,
): number {
  let fromMs = Number.POSITIVE_INFINITY
  for (let i = 0; i < fromSteps.length; i++) {
    const fromStep = fromSteps[i] as number
    if (level <= fromStep) continue
    const place = (fromStep === 0 ? excluded[i] : rows[width + steps + i]) as number
    if (place === NO_PLACE) continue
    const toStep = toSteps[i] as number
    if (level <= toStep) fromMs = Math.min(fromMs, (atMs[place] as number) - windowMs)
    else if (place < (rows[width + toStep] as number)) return Number.NEGATIVE_INFINITY
  }
  return fromMs
}
