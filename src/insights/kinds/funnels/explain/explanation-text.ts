import { COUNT_WORDS } from '#contract/math-words.ts'
import { funnelRow } from '#insights/kinds/funnels/answer.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import { withActionNames } from '#query/series.ts'
import { isFirstTime } from '#query/series-math.ts'
import { durationWords } from '#shared/number-text.ts'
import type { ActorInFunnel } from './actor-in-funnel.ts'
import type { ActorRow } from './actor-rows.ts'
import { type ExplainedRun, numberOf } from './explain-run.ts'
import { wallClock } from './wall-clock.ts'

/**
 * Returns a line for the actor, a line for each step of its best run, and a line for the rule that ended
 * the run. `name` is the name of the actor, such as `Person ada`.
 */
export function explanationText(name: string, found: ActorInFunnel): string {
  const end = endOf(found)
  return [
    `${name} ${reachedText(found.plan, found.explained)}${whereText(found)}.`,
    ...stepLines(found),
    ...(end === null ? [] : [end]),
  ].join('\n')
}

function reachedText(
  { query: { series, optionalSteps } }: FunnelsPlan,
  { reached, numbers, reason }: ExplainedRun,
): string {
  const steps = series.length
  if (reason.code === 'not_in_row') return 'is not'
  if (reason.code === 'excluded')
    return `is excluded from the whole funnel, after step ${numbers.at(-1)} of ${steps}`
  if (reached === 0) return `reached none of the ${steps} steps`
  return `reached step ${reached} of ${steps}${optionalSteps.length > 0 ? ', not counting optional steps' : ''}`
}

/**
 * Returns the words for the row of the breakdown, and for the time in which the explained runs begin. Empty
 * if all rows and the whole range are explained.
 */
function whereText({ plan, row, starts: { fromMs, toMs } }: ActorInFunnel): string {
  const { period, moment } = plan
  const { words } = funnelRow(plan, row)
  const [other] = [words].flat()
  const name = row === 'other' ? other : [words].flat().join(', ')
  const inRow = words === null ? '' : ` in the row ${name} of the breakdown`
  if (fromMs === period.fromMs && toMs === period.toMs) return inRow
  const clock = wallClock(moment.calendar.timezone)
  return `${inRow} by a run that begins from ${clock.full(fromMs)} until ${clock.full(toMs)}`
}

/**
 * Returns a line for each step of the run, and for each optional step that the run passes without doing it.
 */
function stepLines({ plan, rows, explained }: ActorInFunnel): string[] {
  const { numbers } = explained
  const done = numbers.map((number, i) => ({ number, line: doneLine(plan, rows, explained, i) }))
  const left = plan.query.optionalSteps
    .filter((step) => step < nextNumber(plan, explained) && !numbers.includes(step + 1))
    .map((step) => ({ number: step + 1, line: leftLine(plan, explained, step) }))
  return [...done, ...left].sort((a, b) => a.number - b.number).map(({ line }) => line)
}

function doneLine(
  plan: FunnelsPlan,
  rows: readonly ActorRow[],
  { run, numbers, serves }: ExplainedRun,
  i: number,
): string {
  const clock = wallClock(plan.moment.calendar.timezone)
  const msOf = (place: number) => rows[run[place] ?? -1]?.at ?? 0
  const line = `Step ${numbers[i]}, ${shownName(plan, serves[i] ?? i)}: ${clock.full(plan.period.fromMs + msOf(i))}`
  return i === 0
    ? `${line}.`
    : `${line}, ${durationWords(msOf(i) - msOf(i - 1))} after step ${numbers[i - 1]}.`
}

/**
 * Returns the line of an optional step that the run passed without doing it. The step could have been done
 * up to the next non-optional step, or up to the end of the window if the run does not reach that step.
 */
function leftLine(plan: FunnelsPlan, { reached }: ExplainedRun, step: number): string {
  const until =
    step < reached
      ? `before step ${firstRequired(plan, step) + 1}`
      : `within the window of ${durationWords(plan.rule.windowMs)}`
  return `Step ${step + 1}, ${shownName(plan, step)}: not done ${until}.`
}

const shownName = (plan: FunnelsPlan, step: number) =>
  `${stepName(plan, step)}${plan.query.optionalSteps.includes(step) ? ' (optional)' : ''}`

/** Returns the sentences for the rule that ended the run; null if the run has all steps. */
function endOf({ plan, rows, starts, explained }: ActorInFunnel): string | null {
  const { period, rule } = plan
  const { run, reached, reason } = explained
  const next = nextNumber(plan, explained)
  const clock = wallClock(plan.moment.calendar.timezone)
  const instantOf = (place: number | undefined) => period.fromMs + (rows[place ?? -1]?.at ?? 0)
  const startMs = instantOf(run[0])
  const eventOf = (place: number) => rows[place]?.event ?? ''
  const missing = `Step ${next}, ${missingSteps(plan, explained)}: not reached.`
  const window = durationWords(rule.windowMs)
  switch (reason.code) {
    case 'completed':
      return null
    case 'not_in_row':
      return notInRow(plan)
    case 'no_first_step':
      return `${missing} No such event takes part from ${clock.full(starts.fromMs)} until ${clock.full(starts.toMs)}.`
    case 'no_later_step':
      return `${missing} No such event takes part after step ${reached} until ${clock.full(period.toMs)}, the end of the date range.`
    case 'too_late': {
      const ended = clock.short(startMs + rule.windowMs, startMs)
      const came = clock.short(instantOf(reason.place), startMs)
      const what = rule.order === 'unordered' ? eventOf(reason.place) : stepName(plan, next - 1)
      return `${missing} The window of ${window} ended at ${ended}; the next ${what} came at ${came}, ${durationWords(reason.lateMs)} too late.`
    }
    case 'interrupted':
      return `${missing} No other event may come between steps, and ${eventOf(reason.place)} came at ${clock.short(instantOf(reason.place), startMs)}.`
    case 'excluded': {
      const came = `Excluded: ${eventOf(reason.place)} came at ${clock.short(instantOf(reason.place), startMs)}, after step ${numberOf(rule, reason.fromStep + 1)}`
      const to = numberOf(rule, reason.toStep + 1)
      return explained.numbers.includes(to)
        ? `${came} and before step ${to}.`
        : `${came} and within the window of ${window}; step ${to} was not reached.`
    }
  }
}

function notInRow({ query: { breakdown, attribution } }: FunnelsPlan): string {
  if (breakdown?.kind === 'cohorts')
    return 'The row of a cohort has its members who have an event that takes part.'
  switch (attribution.kind) {
    case 'first_touch':
      return 'An actor is in the row of the value of its first step event that has a value.'
    case 'last_touch':
      return 'An actor is in the row of the value of its last step event that has a value.'
    case 'all_events':
      return 'A row has the actors who have an event with its value.'
    case 'step':
      return `A row has the actors who have an event of step ${attribution.step + 1} with its value.`
  }
}

/** Returns the names of the steps that can come next. */
function missingSteps(plan: FunnelsPlan, explained: ExplainedRun): string {
  const { serves } = explained
  if (plan.rule.order !== 'unordered') return stepName(plan, nextNumber(plan, explained) - 1)
  const missing = plan.query.series.flatMap((_, step) =>
    serves.includes(step) ? [] : [stepName(plan, step)],
  )
  return [...new Set(missing)].join(' or ')
}

/**
 * Returns the number of the next non-optional step. If there is none, returns a number beyond the last
 * step.
 */
const nextNumber = (plan: FunnelsPlan, { reached }: Pick<ExplainedRun, 'reached'>): number =>
  firstRequired(plan, reached) + 1

/** Returns the first step, counted from 0, that is not optional and not before `from`. */
function firstRequired({ query: { series, optionalSteps } }: FunnelsPlan, from: number): number {
  const first = series.findIndex((_, step) => step >= from && !optionalSteps.includes(step))
  return first < 0 ? series.length : first
}

/** Returns the name of a step, counted from 0, for a sentence. */
export function stepName(
  { query, definitions }: Pick<FunnelsPlan, 'query' | 'definitions'>,
  step: number,
): string {
  const { customName, name, math = 'total' } = withActionNames(query, definitions).series[step] ?? {}
  const words = customName || name || 'any event'
  return isFirstTime(math) ? `${words} (${COUNT_WORDS[math] ?? math})` : words
}
