import { exclusionBit, type FunnelRule } from './rule.ts'

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
  const { rows, steps, width, excluded, firstExclusionBit } = runs
  // Upwards, because the run of a step goes on with a later event than this.
  for (let step = 1; step < steps; step++) {
    if (((mask >>> step) & 1) !== 0) goOn(runs, step, place)
    // Strict: the next event decides, whatever it is.
    else if (runs.isStrict) rows[step * width + step] = NO_PLACE
  }
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

/** Of the run of this level that begins with an event and goes on with the run of the second step, before the event is passed. */
export function isTainted(
  { rows, steps, width, excluded, fromSteps, toSteps }: OnwardRuns,
  atMs: Float64Array,
  level: number,
  latestMs: number,
): boolean {
  for (let i = 0; i < fromSteps.length; i++) {
    const fromStep = fromSteps[i] as number
    if (level <= fromStep) continue
    const place = (fromStep === 0 ? excluded[i] : rows[width + steps + i]) as number
    if (place === NO_PLACE) continue
    const toStep = toSteps[i] as number
    if (level > toStep ? place < (rows[width + toStep] as number) : (atMs[place] as number) <= latestMs)
      return true
  }
  return false
}
