import { expect, test } from 'vitest'
import { ActionStep } from '#contract/action.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { actionMatcher } from '#query/action.ts'
import type { CohortDefinition } from '#query/cohorts/cohort.ts'
import { parseCohort } from '#query/cohorts/parse-cohort.ts'
import type { Definitions } from '#query/definitions.ts'
import { cohortMembers } from './cohorts.ts'

const CALENDAR = {
  timezone: 'Europe/Berlin',
  weekStartDay: 0,
  nowMs: Date.parse('2026-11-20T12:34:56.789Z'),
} as const
const did = (more: object) => ({
  type: 'behavioral',
  key: 'paid',
  value: 'performed_event',
  time_value: 7,
  time_interval: 'day',
  ...more,
})
const parsed = (id: number, ...values: object[]) =>
  parseCohort(id, { isStatic: false, groups: [], filters: { properties: { type: 'AND', values } } })

const others = [parsed(2, { key: 'plan', value: 'pro', type: 'person' }), { kind: 'static', id: 3 } as const]
const printed = (cohort: CohortDefinition, hasMerges = false, actions: Definitions['actions'] = new Map()) =>
  renderLiterals(
    cohortMembers(cohort.id, {
      projectId: 7,
      hasMerges,
      calendar: CALENDAR,
      definitions: { actions, cohorts: new Map([...others, cohort].map((one) => [one.id, one])) },
    }),
  )

test('a cohort is a condition on persons, behaviour a set of them', () => {
  expect(
    printed(parsed(1, did({ negation: true }), { key: 'id', value: 2, type: 'cohort' })),
  ).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND ((NOT person IN (
      SELECT person
      FROM \`events\`
      WHERE (project_id = 7) AND (day >= toDate('2026-11-12')) AND (day <= toDate('2148-12-31')) AND (ts >= fromUnixTimestamp64Milli(1794524400000)) AND (ts < fromUnixTimestamp64Milli(5648745600000)) AND (event = 'paid')
    )) AND (ifNull(CAST(properties.\`plan\`, 'Nullable(String)') IN ['pro'], false)))"
  `)
})

test('a cohort of static members in a project with merges', () => {
  expect(printed({ kind: 'static', id: 3 }, true)).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND (person IN (
      SELECT dictGetOrDefault('person_root_7', 'root', toUInt64(person), person)
      FROM \`cohort_person\` FINAL
      WHERE project_id = 7 AND cohort_id = 3
    ))"
  `)
})

test('at most twice is asked of those who did it', () => {
  const atMost = { value: 'performed_event_multiple', operator: 'lte', operator_value: 2 }
  expect(printed(parsed(1, did(atMost)))).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND (person IN (
      SELECT person AS doer
      FROM \`events\`
      WHERE (project_id = 7) AND (day >= toDate('2026-11-12')) AND (day <= toDate('2148-12-31')) AND (ts >= fromUnixTimestamp64Milli(1794524400000)) AND (ts < fromUnixTimestamp64Milli(5648745600000)) AND (event = 'paid')
      GROUP BY doer
      HAVING count() <= 2
    ))"
  `)
})

test('a sequence is two milliseconds of one person', () => {
  const sequence = {
    value: 'performed_event_sequence',
    seq_event: 'refunded',
    seq_time_value: 2,
    seq_time_interval: 'hour',
  }
  expect(printed(parsed(1, did(sequence)), true)).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND (person IN (
      SELECT doer
      FROM (
        SELECT
          doer,
          at_ms,
          is_next,
          max(if(is_first, at_ms, NULL)) OVER (
            PARTITION BY doer ORDER BY at_ms ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
          ) AS first_ms
        FROM (
          SELECT
            dictGetOrDefault('person_root_7', 'root', toUInt64(person), person) AS doer,
            toUnixTimestamp64Milli(ts) AS at_ms,
            max(event = 'paid') AS is_first,
            max(event = 'refunded') AS is_next
          FROM \`events\`
          WHERE (project_id = 7) AND (day >= toDate('2026-11-12')) AND (day <= toDate('2148-12-31')) AND (ts >= fromUnixTimestamp64Milli(1794524400000)) AND (ts < fromUnixTimestamp64Milli(5648745600000)) AND ((event = 'paid') OR (event = 'refunded'))
          GROUP BY doer, at_ms
        )
      )
      WHERE is_next AND at_ms - first_ms <= 7200000
    ))"
  `)
})

test('a number of times that none fits is asked the other way round', () => {
  const never = { value: 'performed_event_multiple', operator: 'lte', operator_value: 0 }
  expect(printed(parsed(1, did(never)))).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND (NOT person IN (
      SELECT person AS doer
      FROM \`events\`
      WHERE (project_id = 7) AND (day >= toDate('2026-11-12')) AND (day <= toDate('2148-12-31')) AND (ts >= fromUnixTimestamp64Milli(1794524400000)) AND (ts < fromUnixTimestamp64Milli(5648745600000)) AND (event = 'paid')
      GROUP BY doer
      HAVING NOT (count() <= 0)
    ))"
  `)
})

test('the events of an action are those that any of its steps matches', () => {
  const matcher = actionMatcher({
    steps: [{ event: 'paid' }, { url: '/thanks', properties: [{ type: 'cohort', key: 'id', value: 3 }] }].map(
      (step) => ActionStep.parse(step),
    ),
  })
  const event_filters = [{ key: 'amount', operator: 'is_set' }]
  const cohort = parsed(1, did({ key: 5, event_type: 'actions', event_filters }))
  expect(printed(cohort, false, new Map([[5, { name: 'Bought', matcher }]]))).toMatchInlineSnapshot(`
    "SELECT person
    FROM \`persons\` FINAL
    WHERE (project_id = 7) AND (person IN (
      SELECT person
      FROM \`events\`
      WHERE (project_id = 7) AND (day >= toDate('2026-11-12')) AND (day <= toDate('2148-12-31')) AND (ts >= fromUnixTimestamp64Milli(1794524400000)) AND (ts < fromUnixTimestamp64Milli(5648745600000)) AND (((event = 'paid') AND ((CAST(properties.\`amount\`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^\`amount\`))))) OR (((ifNull(properties.\`$current_url\` ILIKE '%/thanks%', false)) AND (person IN (
        SELECT person
        FROM \`persons\` FINAL
        WHERE (project_id = 7) AND (person IN (
          SELECT person
          FROM \`cohort_person\` FINAL
          WHERE project_id = 7 AND cohort_id = 3
        ))
      ))) AND ((CAST(properties.\`amount\`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^\`amount\`))))))
    ))"
  `)
})

test.each([
  ['no definition', parsed(1), 'false'],
  ['an unknown cohort', parsed(1, { key: 'id', value: 99, type: 'cohort' }), 'false'],
  [
    'not in an unknown cohort',
    parsed(1, { key: 'id', value: 99, type: 'cohort', operator: 'not_in' }),
    'NOT (false)',
  ],
])('%s', (_name, cohort, condition) => {
  expect(printed(cohort)).toBe(
    `SELECT person\nFROM \`persons\` FINAL\nWHERE (project_id = 7) AND (${condition})`,
  )
})
