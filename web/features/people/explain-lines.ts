import type { Explanation } from '#web/api/people.ts'
import type { QueryNode } from '#web/api/query-node.ts'

export interface ExplainLine {
  readonly text: string
  /** When the event happened, in ISO 8601; null for a step that was not reached. */
  readonly at: string | null
  readonly mark: 'step' | 'other' | 'missing'
  /**
   * The end of the window in ISO 8601. Set only for a step that was not reached and whose window is still
   * open.
   */
  readonly until?: string
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  second: 1,
  minute: 60,
  hour: 3_600,
  day: 86_400,
  week: 604_800,
  month: 2_678_400,
}

/** Returns the window of a funnel in seconds. A funnel that sets no window has 14 days. */
export function windowSecondsOf({ funnelsFilter }: QueryNode): number {
  const filter = funnelsFilter ?? {}
  const unit = String(filter.funnelWindowIntervalUnit ?? 'day').toLowerCase()
  return Number(filter.funnelWindowInterval ?? 14) * (UNIT_SECONDS[unit.replace(/s$/, '')] ?? 86_400)
}

const stepName = (question: QueryNode, step: number): string => {
  const series = question.series ?? []
  const node = series[step - 1]
  return node?.custom_name || node?.name || node?.event || 'any event'
}

/**
 * Maximum number of lines for events that are no steps. It is small, because the lines are meant to explain
 * the run.
 */
const MOST_OTHERS = 6

/**
 * Returns the lines of an explanation in order of time: the steps of the best run, other events, and the
 * step that was not reached. If the same event follows itself, there is one line for all repetitions.
 */
export function explainLines(question: QueryNode, explanation: Explanation, nowMs: number): ExplainLine[] {
  const missing = missingStep(question, explanation, nowMs)
  return [...eventLines(explanation), ...(missing === null ? [] : [missing])]
}

function eventLines({ best_run: run, events }: Explanation): ExplainLine[] {
  const from = run[0]?.timestamp ?? ''
  const names = new Map(run.map(({ uuid, step, name }) => [uuid, `${step} ${name}`]))
  const lines: { text: string; at: string; mark: 'step' | 'other'; times: number }[] = []
  for (const { event, uuid, timestamp, excludes } of events) {
    const step = names.get(uuid)
    if (timestamp < from && step === undefined) continue
    const text = excludes.length > 0 ? `${event}, excluded` : (step ?? event)
    const last = lines.at(-1)
    if (step === undefined && last?.mark === 'other' && last.text === text) last.times += 1
    else lines.push({ text, at: timestamp, mark: step === undefined ? 'other' : 'step', times: 1 })
  }
  let others = 0
  return lines
    .filter(({ mark }) => mark === 'step' || others++ < MOST_OTHERS)
    .map(({ text, at, mark, times }) => ({ text: times > 1 ? `${text}, ${times} times` : text, at, mark }))
}

/**
 * Returns the line for the first step that the best run did not reach. Null if the run reached all steps,
 * or if it is not certain which step is missing.
 */
function missingStep(
  question: QueryNode,
  { best_run: run, steps, steps_reached: reached, reason }: Explanation,
  nowMs: number,
): ExplainLine | null {
  if (reason === 'completed' || reason === 'excluded' || reached >= steps || isUnordered(question))
    return null
  const from = run[0]?.timestamp
  const endMs = from === undefined ? 0 : Date.parse(from) + windowSecondsOf(question) * 1_000
  const isOpen = reason === 'no_later_step' && endMs > nowMs
  const state = isOpen ? 'not yet' : reason === 'too_late' ? 'too late' : 'not done'
  return {
    text: `${reached + 1} ${stepName(question, reached + 1)}: ${state}`,
    at: null,
    mark: 'missing',
    ...(isOpen && { until: new Date(endMs).toISOString() }),
  }
}

const isUnordered = ({ funnelsFilter }: QueryNode) => funnelsFilter?.funnelOrderType === 'unordered'
