import createHogQLParser from '@posthog/hogql-parser'
import { beforeAll, describe, expect, test } from 'vitest'
import { hogqlStatement } from '../../test/fixtures/hogql-statements.ts'
import { type Official, ofOfficialQuery, ofOurQuery } from '../../test/fixtures/hogql-trees.ts'
import { parseStatement } from './syntax/parse-query.ts'

let parse: (text: string) => Official
beforeAll(async () => {
  const parser = await createHogQLParser()
  parse = (text) => JSON.parse(parser.parseSelect(text, true))
})

const oursOf = (text: string) => ofOurQuery(parseStatement({ text, path: ['query'], noun: 'statement' }))

describe('the published parser reads the same clauses', () => {
  test.each([
    'select 1',
    'select 1;',
    'select .5',
    'select a, .5, +1, inf from events # comment',
    'select properties?.plan from events where properties?.n > .5 limit 10 # comment',
    'SELECT a AS b, c d, `e f` "g h" FROM events',
    'select distinct event from events',
    'select *, e.*, count(*) from events e',
    'select a, b, from events',
    'select e.event from events as e',
    'select 1 from events where a = 1 and b or c',
    'select 1 from events prewhere a where b',
    'select a, count() from events group by a, 2 having count() > 1',
    'select a from events order by a, b desc, c asc, d desc nulls last',
    'select a from events limit 10',
    'select a from events limit 10 offset 5',
    'select a from events offset 5',
    'select a from events limit 1 by a, b',
    'select a from events limit 2 offset 1 by a limit 10',
    'select a from events order by a limit 1 by b limit 5 offset 2',
    'select 1 from events e join persons p on e.person_id = p.id',
    'select 1 from events e inner join persons p on e.person_id = p.id and p.x > 1',
    'select 1 from events e left join persons p on e.person_id = p.id left outer join groups g on g.key = e.a',
    'select 1 from events e right join persons p on e.person_id = p.id',
    'select 1 from events e full outer join persons p on e.person_id = p.id',
    'select 1 from events e cross join persons p',
    'select 1 from events e, persons p, groups',
    'select 1 from (select 1 as a) q',
    'select 1 from (select 1 union all select 2) as q',
    'select 1 from events, (select 1 as a) q join groups g on g.key = q.a',
    'select (select 1), a in (select b from c), a not in (select 1)',
    'select 1 union all select 2',
    'select 1 union all select 2 union all select 3',
    'select 1 union distinct select 2',
    '(select 1) union all (select 2 limit 1)',
    'select 1 limit 1 union all select 2 order by 1',
    'with a as (select 1) select * from a',
    'with a as (select 1), b as (select * from a) select * from b join a on a.x = b.x',
    'select 1 from (with a as (select 1) select * from a) q',
    'select rank() over ()',
    'select sum(a) over (partition by b, c order by d desc, e)',
    'select lag(a, 2) over (order by b rows between 6 preceding and current row)',
    'select sum(a) over (order by b rows 6 preceding)',
    'select sum(a) over (rows between unbounded preceding and unbounded following)',
    'select sum(a) over (rows between 1 following and 2 following) + 1 as x',
    'select {filters}, {variables.x} from events where {filters} and a',
    'select person_id in cohort 5, person_id not in cohort 5',
    'select a as select_, b as where_ from events',
    'select if(a, b, c) as if_ from events -- comment',
    'select /* comment */ 1 // comment',
    'select case when a then b else c end as x from events',
    'select a from events where a between 1 and 2 group by a',
    'select interval 1 day + a as b from events',
    'select a::int as b, [1, 2] c, (x -> x) d from events',
  ])('%s', (text) => {
    expect(oursOf(text)).toBe(ofOfficialQuery(parse(text)))
  })

  // Only small statements: the official parser takes seconds for a statement of 500 characters.
  test('fifty random statements', () => {
    let compared = 0
    for (let number = 0; compared < 50; number++) {
      const { sort, text } = hogqlStatement(number)
      if (sort !== 'valid' || text.length > 130) continue
      compared++
      expect({ text, tree: oursOf(text) }).toEqual({ text, tree: ofOfficialQuery(parse(text)) })
    }
  })

  test.each([
    'select',
    'select from events',
    'select 1 from',
    'select 1 where',
    'select 1 from events where',
    'select 1 from events group by',
    'select 1 limit',
    'select 1 union',
    'select 1 union all',
    'select 1 from (select 1',
    'select 1 from events join',
    'select sum(a) over (',
    'select sum(a) over (rows between 1 preceding)',
    'with a as select 1',
    'with a as (select 1)',
    'select 1; select 2',
    'insert into events select 1',
    'drop table events',
    'select 1 from events settings max_threads = 1',
    '',
  ])('neither reads %j', (text) => {
    expect(parse(text).error).toBe(true)
    expect(() => oursOf(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

/** What the published parser accepts and this parser refuses, each with a word of the refusal. */
test.each<[text: string, word: string]>([
  ['select 1 from events e f', 'its end is expected'],
  ['select 1 from events final', 'FINAL'],
  ['select 1 from events sample 0.1', 'SAMPLE'],
  ['select 1 from events array join a as b', 'ARRAY'],
  ['select 1 from events e any join persons p on e.a = p.b', 'ANY'],
  ['select 1 from events e left semi join persons p on e.a = p.b', 'LEFT JOIN'],
  ['select 1 from events e asof join persons p on e.a = p.b', 'ASOF'],
  ['select 1 from numbers(10)', 'table function'],
  ['select 1 from system.tables', 'another database'],
  ['select 1 limit 5, 10', 'LIMIT'],
  ['select 1 limit 1 with ties', 'ties'],
  ['select 1 limit 1 + 1', 'its end is expected'],
  ['select 1 intersect select 2', 'INTERSECT'],
  ['select 1 except select 2', 'EXCEPT'],
  ['select 1 union all select 2 union distinct select 3', 'UNION'],
  ['select a from events group by a with totals', 'totals'],
  ['select sum(a) over w from events window w as (order by b)', 'OVER'],
  ['select sum(a) over (range between 1 preceding and current row) from events', 'ROWS'],
  ['with 1 as a select a', 'WITH'],
  ['with recursive a as (select 1) select * from a', 'recursive'],
  ['select 1 from events qualify rank() over () = 1', 'QUALIFY'],
  ['select (1, 2).1', ''],
  ['select a.1 from events', ''],
  ['select {1 + 1}', 'braces'],
])('intended: %s is refused', (text, word) => {
  expect(parse(text).error).not.toBe(true)
  expect(() => oursOf(text)).toThrow(
    expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(word) }),
  )
})
