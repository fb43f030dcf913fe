import { EVERYTHING, type GivenEvent } from './filter-definition.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'

/** A funnel question whose answer was worked out by hand. */
export interface FunnelCase {
  readonly title: string
  readonly events: readonly GivenEvent[]
  readonly question: GivenFunnelQuestion
  /** The value of each row with the row's result. Without a breakdown the value is null. */
  readonly expected: readonly (readonly [value: unknown, result: unknown])[]
}

const PERSONS = ['ada', 'bob', 'cid']
const MIDNIGHT_MS = Date.parse('2026-11-18T00:00:00Z')

/**
 * Reads events of 18 November from text: `ada visit 10:00 pay 11:10+pro` is a visit and a payment with the
 * property `plan: "pro"`. A time can have seconds.
 */
export const did = (...texts: readonly string[]): GivenEvent[] =>
  texts.flatMap((text) => {
    const [name = '', ...words] = text.split(' ')
    return words.flatMap((event, i): GivenEvent[] => {
      if (i % 2 === 1) return []
      const [time = '', plan] = (words[i + 1] ?? '').split('+')
      const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
      const atMs = MIDNIGHT_MS + ((hours * 60 + minutes) * 60 + seconds) * 1000
      return [
        {
          person: PERSONS.indexOf(name),
          distinctId: name,
          name: event,
          atMs,
          properties: plan === undefined ? {} : { plan },
        },
      ]
    })
  })

/** Makes a question from the names of its steps; `*` is every event. */
export const asked = (steps: string, rest: Partial<GivenFunnelQuestion> = {}): GivenFunnelQuestion => ({
  steps: steps.split(' ').map((name) => ({ event: name === '*' ? null : name, properties: EVERYTHING })),
  optionalSteps: [],
  properties: EVERYTHING,
  filterTestAccounts: false,
  actor: 'person',
  range: { from: '2026-11-18', to: '2026-11-18', isExplicit: false },
  interval: 'day',
  calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') },
  order: 'ordered',
  window: { count: 1, unit: 'hour' },
  exclusions: [],
  vizType: 'steps',
  fromStep: null,
  toStep: null,
  binCount: null,
  breakdown: null,
  ...rest,
})
export const without = (event: string, fromStep: number, toStep: number) => ({
  exclusions: [{ event, properties: EVERYTHING, fromStep, toStep }],
})
export const byPlan = (
  attribution: NonNullable<GivenFunnelQuestion['breakdown']>['attribution'],
  limit: number | null = null,
) => ({
  breakdown: {
    by: { parts: [{ type: 'event' as const, property: 'plan' }], isList: false },
    limit,
    hidesOther: false,
    attribution,
  },
})
/**
 * Returns expected steps from their counts. `seconds` has, for each step, how many seconds it took every
 * actor who reached the step.
 */
export const steps = (counts: readonly number[], ...seconds: readonly (number | null)[]) =>
  counts.map((count, i) => {
    const time = i === 0 ? null : (seconds[i - 1] ?? null)
    return { count, averageSeconds: time, medianSeconds: time }
  })
