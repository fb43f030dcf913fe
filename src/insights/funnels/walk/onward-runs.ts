import { exclusionBit, type FunnelRule, lowestBits } from './rule.ts'

/** A place that is none. Places of other columns are without a sign, which takes longer to compare. */
export const NO_PLACE = -1

/**
 * Of each step the run that goes on with its next event, while the events of an actor are passed from the last to the first. No two of these are
 * of one millisecond. The functions of it are no closures: each question would make them anew, and the optimised code of one is not that of
 * another.
 */
export interface OnwardRuns {
  readonly steps: number
  readonly isStrict: boolean
  /** The bits of all steps but the first. */
  readonly laterStepBits: number
  /**
   * Row k is the run of step k: by step, from k on, the place of its event, up to NO_PLACE; behind all steps, of each exclusion from one of these
   * steps on, the place of the first excluded event after that step.
   */
  readonly rows: Int32Array
  /** The length of a row. */
  readonly width: number
  /** By exclusion: its steps, and the place of the next excluded event. */
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

/** Before the last event of an actor. */
export function clearRuns({ rows, steps, width, excluded }: OnwardRuns): void {
  for (let step = 1; step < steps; step++) rows[step * width + step] = NO_PLACE
  for (let i = 0; i < excluded.length; i++) excluded[i] = NO_PLACE
}

/** Passes the event at `place`, which is known to the runs of earlier events from then on. */
export function passEvent(runs: OnwardRuns, place: number, mask: number): void {
  if (runs.isStrict || (mask & runs.laterStepBits) !== 0) passSteps(runs, place, mask)
  if (mask >>> runs.firstExclusionBit !== 0) passExcluded(runs, place, mask)
}

function passSteps(runs: OnwardRuns, place: number, mask: number): void {
  const { rows, steps, width, isStrict } = runs
  // Upwards, because the run of a step goes on with a later event than this.
  for (let step = 1; step < steps; step++) {
    if (((mask >>> step) & 1) !== 0) goOn(runs, step, place)
    // Strict: the next event decides, whatever it is.
    else if (isStrict) rows[step * width + step] = NO_PLACE
  }
}

function passExcluded({ excluded, firstExclusionBit }: OnwardRuns, place: number, mask: number): void {
  for (let i = 0; i < excluded.length; i++)
    if (((mask >>> (firstExclusionBit + i)) & 1) !== 0) excluded[i] = place
}

/** The run that goes on with the event at `place` as this step. */
function goOn({ rows, steps, width, excluded, fromSteps }: OnwardRuns, step: number, place: number): void {
  const row = step * width
  rows[row + step] = place
  for (let i = row + step + 1; i < row + width; i++) rows[i] = rows[i + width] as number
  for (let i = 0; i < fromSteps.length; i++)
    if (fromSteps[i] === step) rows[row + steps + i] = excluded[i] as number
}

/**
 * Of the runs of this level that begin with an event from here back and go on with the run of the second step, before the event is passed: those with a start from
 * this time on are tainted. An earlier start has all excluded events of a later one, but its window ends earlier.
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
