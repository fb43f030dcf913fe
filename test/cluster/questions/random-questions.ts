import fc from 'fast-check'
import { BREAKDOWNS, FILTERS, QUESTIONS } from '../../fixtures/changed-questions.ts'
import type { SeededRandom } from '../../fixtures/seeded-random.ts'
import { givenNode } from '../../oracle/given-questions.ts'
import { givenStatement } from '../../oracle/given-statements.ts'
import { unlimitedStatement } from '../../oracle/written-statement.ts'

/** A question, the project that it is asked in, and whether the rows of its answer have an order. */
export interface RandomQuestion {
  readonly project: 'insights' | 'statements'
  readonly query: Readonly<Record<string, unknown>>
  readonly isOrdered: boolean
}
type NonEmpty<T> = readonly [T, ...T[]]

const NAMED = Object.entries(QUESTIONS) as unknown as NonEmpty<[string, Readonly<Record<string, unknown>>]>
const INTERVALS = ['hour', 'day', 'week', 'month'] as const
const RANGES: NonEmpty<object> = [
  { date_from: '-4d' },
  { date_from: '-30h' },
  { date_from: '2026-11-17', date_to: '2026-11-19' },
  { date_from: 'all' },
]
const LISTS: NonEmpty<RandomQuestion['query']> = [
  {
    kind: 'EventsQuery',
    select: ['uuid', 'event', 'distinct_id', 'properties'],
    orderBy: ['timestamp desc'],
  },
  { kind: 'EventsQuery', select: ['event', 'count()'], orderBy: ['count() desc', 'event asc'] },
  {
    kind: 'HogQLQuery',
    query: 'select event, count(), uniq(person_id) from events group by event order by event',
  },
  {
    kind: 'HogQLQuery',
    query: 'select person.properties.plan, count() from events group by 1 order by 2 desc, 1',
  },
  {
    kind: 'HogQLQuery',
    query:
      "select count() from events where person_id in (select person_id from events where event = 'paid')",
  },
  {
    kind: 'HogQLQuery',
    query:
      'select a.event, count() from events a join events b on a.person_id = b.person_id group by 1 order by 1',
  },
]

/** Makes a question of any kind. The same seed and number make the same question. */
export function randomQuestion(number: number, random: SeededRandom): RandomQuestion {
  const insight = (query: RandomQuestion['query']): RandomQuestion => ({
    project: 'insights',
    query,
    isOrdered: true,
  })
  switch (random.between(1, 10)) {
    case 1:
      return insight(random.pick(LISTS))
    case 2:
    case 3:
      return statementQuestion(number)
    case 4:
    case 5:
    case 6:
      return insight(fc.sample(givenNode, { seed: number, numRuns: 1 })[0] ?? QUESTIONS['a trend'] ?? {})
    default:
      return insight(changedQuestion(random))
  }
}

function statementQuestion(number: number): RandomQuestion {
  const statement = givenStatement(number)
  return {
    project: 'statements',
    query: { kind: 'HogQLQuery', query: unlimitedStatement(statement) },
    isOrdered: statement.order !== null,
  }
}

/** One question of each form, with sections that this form may have. */
function changedQuestion(random: SeededRandom): RandomQuestion['query'] {
  const [name, question] = random.pick(NAMED)
  const fitting = BREAKDOWNS.filter(({ kinds }) => kinds.includes(name))
  const [first, ...others] = fitting
  const breakdown = first === undefined ? {} : { breakdownFilter: random.pick([first, ...others]).section }
  const sections = {
    dateRange: random.pick(RANGES),
    ...(random.between(1, 2) === 1 && { properties: [random.pick(FILTERS as unknown as NonEmpty<object>)] }),
    ...(random.between(1, 2) === 1 && breakdown),
    ...(['TrendsQuery', 'StickinessQuery', 'LifecycleQuery'].includes(String(question.kind)) && {
      interval: random.pick(INTERVALS),
    }),
  }
  // A correlation has them in its funnel.
  return question.kind === 'FunnelCorrelationQuery'
    ? { ...question, source: { ...(question.source as object), ...sections } }
    : { ...question, ...sections }
}
