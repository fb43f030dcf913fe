import { expect, test } from 'vitest'
import { parseStatement } from './parse-statement.ts'
import { splitConditions } from './split-conditions.ts'

const FROM = 'events e join persons p on e.person_id = p.id'

/** How many conditions each table gets, and how many are evaluated after the join. */
test.each<[from: string, where: string, inTables: Record<string, number>, here: number]>([
  ['events e', "event = 'a'", { s1: 1 }, 0],
  ['events e', "event = 'a' and (e.uuid = 'b' or event = 'c')", { s1: 2 }, 0],
  ['events e', 'true and 1 = 2', {}, 2],
  [FROM, "e.event = 'a' and p.properties.x = 'b'", { s1: 1, s2: 1 }, 0],
  [FROM, 'e.timestamp > p.created_at', {}, 1],
  [FROM, "e.event = 'a' or p.is_identified", {}, 1],
  // A condition must not be evaluated before rows are replaced by nulls.
  [FROM.replace('join', 'left join'), "e.event = 'a' and p.properties.x is null", { s1: 1 }, 1],
  [FROM.replace('join', 'right join'), "e.event is null and p.properties.x = 'b'", { s2: 1 }, 1],
  [FROM.replace('join', 'full join'), "e.event = 'a' and p.properties.x = 'b'", {}, 2],
  [`${FROM} right join groups g on g.key = e.event`, "e.event = 'a' and g.key = 'b'", { s3: 1 }, 1],
  ['events e cross join persons p', "e.event = 'a' and p.is_identified", { s1: 1, s2: 1 }, 0],
  // A query has its own conditions.
  ['(select event from events) q', "q.event = 'a'", {}, 1],
  ['events e', 'event in (select p.properties.x from persons p)', { s1: 1 }, 0],
  ['events e', 'event = (select max(event) from events)', { s1: 1 }, 0],
  ['events e', "{filters} and event = 'a'", { s1: 2 }, 0],
  // The condition makes rows, and the items must have these rows too.
  ['events e', "arrayJoin(properties.tags) = 'a' and event = 'b'", { s1: 1 }, 1],
])('%s where %s', (from, where, inTables, here) => {
  const { query } = parseStatement(`select 1 from ${from} where ${where}`, ['query'])
  const [select] = query.selects
  if (select === undefined) throw new Error('No SELECT')
  const split = splitConditions(select)
  // The sources of queries inside FROM are numbered first.
  const found = Object.fromEntries([...split.inTables].map(([id, conditions]) => [id, conditions.length]))
  expect({ inTables: found, here: split.here.length }).toEqual({ inTables, here })
})
