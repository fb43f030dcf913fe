import { describe, expect, test } from 'vitest'
import { renderLiterals } from '#fragments/literal.ts'
import type { Operator } from '#query/filter.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import { eventScope } from './filter-scope.ts'
import { filterCondition } from './filters.ts'

const CALENDAR = {
  timezone: 'Europe/Berlin',
  weekStartDay: 0,
  nowMs: Date.parse('2026-11-20T12:34:56.789Z'),
} as const
const RANGE = { fromMs: Date.parse('2026-11-18T10:00:00Z'), toMs: Date.parse('2026-11-20T00:00:00Z') }
const scopeWith = (hasMerges: boolean) =>
  eventScope({ projectId: 7, hasMerges, calendar: CALENDAR, range: RANGE })
const filter = (key: string, operator: Operator, ...values: string[]) =>
  ({ kind: 'filter', on: 'event', key, operator, values }) as const

describe('the properties of other subjects', () => {
  const paying = (on: PropertySubject, operator: Operator) =>
    ({ ...filter('plan', operator, ...(operator === 'exact' ? ['paid'] : [])), on }) as const
  const isPaid = "ifNull(CAST(properties.`plan`, 'Nullable(String)') IN ['paid'], false)"
  const isSetPlan =
    "(CAST(properties.`plan`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan`)))"

  test.each<[string, PropertySubject, Operator, boolean, string]>([
    [
      'a person',
      'person',
      'exact',
      false,
      `person IN (
  SELECT person
  FROM \`persons\` FINAL
  WHERE (project_id = 7) AND (${isPaid})
)`,
    ],
    [
      'a merged person that has no such property, or no profile',
      'person',
      'is_not_set',
      true,
      `NOT dictGetOrDefault('person_root_7', 'root', toUInt64(person), person) IN (
  SELECT person
  FROM \`persons\` FINAL
  WHERE (project_id = 7) AND (${isSetPlan})
)`,
    ],
    [
      'a group',
      { group: 3 },
      'exact',
      false,
      `\`group_3\` IN (
  SELECT group_key
  FROM \`groups\` FINAL
  WHERE (project_id = 7) AND (group_type_index = 3) AND (${isPaid})
)`,
    ],
  ])('%s', (_name, on, operator, hasMerges, expected) => {
    expect(renderLiterals(filterCondition(paying(on, operator), scopeWith(hasMerges)))).toBe(expected)
  })
})

test('a filter on sessions reads the events of a day more to both sides', () => {
  const long = { ...filter('$session_duration', 'gt', '60'), on: 'session' } as const
  expect(renderLiterals(filterCondition(long, scopeWith(false)))).toMatchInlineSnapshot(`
    "ifNull(properties.\`$session_id\`, '') IN (
      -- the sessions with such a value
      SELECT session
      FROM (
        SELECT
          ifNull(properties.\`$session_id\`, '') AS session,
          CAST(toString((toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(min(ts))) / 1000), 'Nullable(String)') AS value
        FROM \`events\`
        WHERE (project_id = 7) AND (day >= toDate('2026-11-17')) AND (day <= toDate('2026-11-20')) AND (ts >= fromUnixTimestamp64Milli(1794909600000)) AND (ts < fromUnixTimestamp64Milli(1795219200000)) AND (session != '')
        GROUP BY session
      )
      WHERE ifNull(ifNotFinite(toFloat64OrNull(replaceAll(value, ' ', '')), NULL) > 6e+1, false)
    )"
  `)
})
