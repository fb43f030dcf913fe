import type { StatementRunner } from '../src/engine/verbs.ts'
import type { Facts } from '../src/insights/kind/resolve.ts'
import { actionMatcher } from '../src/query/action.ts'
import { parseCohort } from '../src/query/cohorts/parse-cohort.ts'
import { measurePairs } from './alternatives.ts'
import { openStore } from './measured-store.ts'
import { funnelAt, type Pair, trendAt } from './pairs.ts'

/** Number of companies. With a dataset of 200,000 persons, each company has twenty persons. */
const COMPANIES = 10_000

/**
 * Measures the cost of filters on other subjects than events: a question with such a filter, against the
 * question without it.
 */
export async function measureFilters(folder: string, nowMs: number): Promise<object[]> {
  const engine = await openStore(folder)
  await describe(engine)
  const lines = await measurePairs(engine, filterPairs(nowMs))
  await engine.close()
  return lines
}

/** Gives properties and companies to the stored persons. The events of a person get the person's company. */
async function describe(engine: StatementRunner): Promise<void> {
  await engine.command(`INSERT INTO persons (project_id, person, created_at, is_identified, properties_raw, version)
SELECT project_id, person, created_at, true, concat('{"plan":"', if(person % 10 = 0, 'paid', 'free'), '","seats":', toString(person % 50), '}'), version + 1
FROM persons FINAL`)
  await engine.command(`INSERT INTO groups (project_id, group_type_index, group_key, id, properties_raw, version)
SELECT 1, 0, concat('company ', toString(number)), number + 1, concat('{"size":', toString(number % 500), '}'), 1
FROM numbers(${COMPANIES})`)
  await engine.command(`ALTER TABLE events UPDATE group_0 = concat('company ', toString(person % ${COMPANIES})) WHERE true
SETTINGS mutations_sync = 2`)
}

const COHORT = {
  isStatic: false,
  groups: [],
  filters: {
    properties: {
      type: 'AND',
      values: [
        {
          ...{
            type: 'behavioral',
            key: 'added to cart',
            event_type: 'events',
            value: 'performed_event_multiple',
          },
          ...{ operator: 'gte', operator_value: 2, time_value: 30, time_interval: 'day' },
        },
      ],
    },
  },
}

const DEFINITIONS: Facts['definitions'] = {
  actions: new Map([
    [
      1,
      {
        name: 'bought',
        matcher: actionMatcher({
          steps: [{ event: '$autocapture', selector: '.level-3 > div button.primary' }],
        }),
      },
    ],
  ]),
  cohorts: new Map([[1, parseCohort(1, COHORT)]]),
}

const FILTERS = {
  'a property of persons': { key: 'plan', value: 'paid', type: 'person' },
  'a property of groups': { key: 'size', operator: 'gte', value: 400, type: 'group', group_type_index: 0 },
  'a behavioural cohort': { key: 'id', value: 1, type: 'cohort' },
  'a value of sessions': { key: '$pageview_count', operator: 'gt', value: 5, type: 'session' },
  'a HogQL expression': { key: "properties.amount > 100 AND person.properties.plan = 'paid'", type: 'hogql' },
}

function filterPairs(nowMs: number): Pair[] {
  const last30Days = { date_from: '-30d' }
  const trend = { events: [{ id: '$pageview' }], ...last30Days }
  const funnel = { events: [{ id: '$pageview' }, { id: 'purchased', order: 1 }], ...last30Days }
  const clicks = { events: [{ id: '$autocapture' }], ...last30Days }
  const clicked = { actions: [{ id: 1, type: 'actions' }], ...last30Days }
  const boughtBy = (first: object) => ({ ...first, events: [{ id: 'purchased', order: 1 }], ...last30Days })
  const facts = { definitions: DEFINITIONS }
  return [
    ...Object.entries(FILTERS).flatMap(([name, filter]) => [
      {
        measure: `a trend with ${name}, against one without`,
        ours: trendAt(nowMs, { ...trend, properties: [filter] }, facts).sql,
        theirs: trendAt(nowMs, trend).sql,
      },
      {
        measure: `a funnel with ${name}, against one without`,
        ours: funnelAt(nowMs, { ...funnel, properties: [filter] }, facts),
        theirs: funnelAt(nowMs, funnel),
      },
    ]),
    {
      measure: 'a trend of an action with a selector, against its event',
      ours: trendAt(nowMs, clicked, facts).sql,
      theirs: trendAt(nowMs, clicks).sql,
    },
    {
      measure: 'a funnel from an action with a selector, against its event',
      ours: funnelAt(nowMs, boughtBy({ actions: [{ id: 1, type: 'actions', order: 0 }] }), facts),
      theirs: funnelAt(nowMs, {
        events: [{ id: '$autocapture' }, { id: 'purchased', order: 1 }],
        ...last30Days,
      }),
    },
  ]
}
