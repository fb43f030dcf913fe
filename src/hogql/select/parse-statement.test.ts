import { describe, expect, test } from 'vitest'
import { HOGQL_LIMITS } from '../limits.ts'
import { parseStatement } from './parse-statement.ts'

const parse = (text: string) => parseStatement(text, ['query', 'query'])

describe('refused, with its place', () => {
  test.each<[text: string, code: string, problem: string]>([
    // syntax
    ['', 'invalid_input', 'is not a SELECT statement: begin it with SELECT or WITH, at character 1.'],
    ['select from events', 'invalid_input', 'has a SELECT without columns: name them, at character 8.'],
    ['select 1 from', 'invalid_input', 'needs a table or a query after FROM, at character 14.'],
    ["select 1 from 'events'", 'invalid_input', 'needs a table or a query after FROM, at character 15.'],
    ['select 1 from events where a b', 'invalid_input', "has 'b', but its end is expected, at character 30."],
    [
      'select 1\nfrom events\nwhere @',
      'invalid_input',
      "has an unexpected character '@', at line 3, character 7.",
    ],
    ['select 1; select 2', 'invalid_input', "has an unexpected character ';', at character 9."],
    [
      'select 1 from events join persons',
      'invalid_input',
      'has a join without its condition: write ON or USING, at character 27.',
    ],
    ['select select 1', 'invalid_input', 'has a query without its own brackets, at character 8.'],
    ['select 1 limit -1', 'invalid_input', 'needs a literal whole number for its limit, at character 16.'],
    ['select 1 limit 1.5', 'invalid_input', 'needs a literal whole number for its limit, at character 16.'],
    ['select {}', 'invalid_input', 'has braces without the name of a placeholder, at character 8.'],
    [
      'select count() over (rows between 2 following and 1 following)',
      'invalid_input',
      'has a frame that ends before it begins, at character 27.',
    ],
    ["select '\ud800'", 'invalid_input', 'has half of a character, a lone surrogate, at character 9.'],
    // what is not supported
    [
      'select 1 from events settings max_threads = 1',
      'not_supported',
      'has SETTINGS, which cannot be changed, at character 22.',
    ],
    [
      'select 1 format JSON',
      'not_supported',
      'has a FORMAT: the format is chosen by the request, at character 10.',
    ],
    [
      "select 1 from events into outfile 'x'",
      'not_supported',
      'has an INTO: a statement only reads, at character 22.',
    ],
    [
      "select 1 from file('x')",
      'not_supported',
      'has a table function: only tables can be read, at character 15.',
    ],
    ['select 1 from system.one', 'not_supported', 'has a table of another database, at character 15.'],
    [
      'select 1 limit 1, 2',
      'not_supported',
      'has a LIMIT with a comma, which SQL dialects read in different ways: write LIMIT 10 OFFSET 5, at character 17.',
    ],
    // names
    [
      'select 1 from nothing',
      'invalid_input',
      "reads the unknown table 'nothing': tables are events, persons, groups, sessions, cohorts, cohort_people, at character 15.",
    ],
    [
      'select 1 from person_root_1',
      'invalid_input',
      "reads the unknown table 'person_root_1': tables are events, persons, groups, sessions, cohorts, cohort_people, at character 15.",
    ],
    [
      'with a as (select 1) select 1 from b',
      'invalid_input',
      "reads the unknown table 'b': tables are a, events, persons, groups, sessions, cohorts, cohort_people, at character 36.",
    ],
    [
      'with a as (select * from a) select * from a',
      'invalid_input',
      "reads the unknown table 'a': tables are events, persons, groups, sessions, cohorts, cohort_people, at character 26.",
    ],
    [
      'with a as (select 1), a as (select 2) select * from a',
      'invalid_input',
      "has two queries with the name 'a', at character 6.",
    ],
    [
      'select project_id from groups',
      'invalid_input',
      "has the unknown field 'project_id': columns are index, key, created_at, properties, and a property is properties.x, at character 8.",
    ],
    [
      'select event',
      'invalid_input',
      "has the unknown field 'event': the statement has no FROM, at character 8.",
    ],
    [
      'select a as a',
      'invalid_input',
      "has the unknown field 'a': the statement has no FROM, at character 8.",
    ],
    [
      'select 1 from events e, events e',
      'invalid_input',
      "has two sources with the name 'e', at character 25.",
    ],
    [
      'select created_at from events e, groups g',
      'invalid_input',
      "has the name 'created_at', which several sources have: write e.created_at or g.created_at, at character 8.",
    ],
    [
      'select x.* from events e',
      'invalid_input',
      "has a * of 'x', which FROM does not have, at character 8.",
    ],
    ['select *', 'invalid_input', 'has a * without FROM, at character 8.'],
    [
      'select (select e.event limit 1) from events e',
      'invalid_input',
      "has the unknown field 'e.event': the statement has no FROM, at character 16.",
    ],
    // groups
    [
      'select event, count() from events',
      'invalid_input',
      'has a field outside an aggregate that GROUP BY does not have, at character 8.',
    ],
    [
      'select event from events group by uuid',
      'invalid_input',
      'has a field outside an aggregate that GROUP BY does not have, at character 8.',
    ],
    [
      'select event from events where count() > 1',
      'invalid_input',
      'has the aggregate count in a place for values of single rows: write conditions on aggregates in HAVING, at character 32.',
    ],
    [
      'select count() as c from events group by c',
      'invalid_input',
      'has the aggregate count in a place for values of single rows: write conditions on aggregates in HAVING, at character 8.',
    ],
    [
      'select sum(count()) from events',
      'invalid_input',
      'has the aggregate count inside another one, at character 12.',
    ],
    [
      'select * from events group by event',
      'invalid_input',
      'has a * together with GROUP BY or aggregates, at character 8.',
    ],
    ['select 1 from events group by 2', 'invalid_input', 'has no column 2 to group by, at character 31.'],
    ['select event from events order by 2', 'invalid_input', 'has no column 2 to order by, at character 35.'],
    // windows
    ['select rank() from events', 'invalid_input', 'calls rank without OVER, at character 8.'],
    [
      'select lower(event) over () from events',
      'not_supported',
      'has an OVER after something that is not an aggregate or a window function, at character 8.',
    ],
    // unions, and queries as values
    [
      'select 1 union all select 1, 2',
      'invalid_input',
      'has a UNION of queries with 1 and 2 columns, at character 20.',
    ],
    [
      'select [1] union all select 1',
      'invalid_input',
      'has a number that cannot be compared with an array, at character 29.',
    ],
    [
      'select 1 union all select 2 union distinct select 3',
      'invalid_input',
      'mixes UNION ALL and UNION DISTINCT: put one of them into a subquery, at character 1.',
    ],
    [
      'select (select event from events)',
      'invalid_input',
      'has a query of many rows, but a single value is expected: use an aggregate without GROUP BY, or LIMIT 1, at character 8.',
    ],
    [
      'select (select 1, 2 limit 1)',
      'invalid_input',
      'has a query of several columns, but a single value is expected: select one column, at character 8.',
    ],
    [
      'select 1 in (select 1, 2)',
      'invalid_input',
      'has an IN with a query of 2 columns: select one column, at character 13.',
    ],
    [
      'select 1 in (select event from events)',
      'invalid_input',
      'has an IN with a query whose values have another type: convert them in the query, at character 13.',
    ],
    // joins
    [
      'select 1 from events e join persons p on e.event = p.nothing',
      'invalid_input',
      "has the unknown field 'p.nothing'",
    ],
    [
      'select 1 from events e join persons p on e.timestamp > p.created_at',
      'not_supported',
      'has a join without a condition such as a.id = b.id between its own table and a table before it, at character 29.',
    ],
    [
      'select 1 from events e join persons p on p.id = p.id',
      'not_supported',
      'has a join without a condition such as a.id = b.id between its own table and a table before it, at character 29.',
    ],
    // persons, cohorts and placeholders
    [
      "select person_id = 'ada' from events",
      'invalid_input',
      'has a text that is not the id of a person, which is a UUID, at character 20.',
    ],
    [
      'select lower(person_id) from events',
      'invalid_input',
      "has a person's id, but a text is expected: it can be compared, counted and shown, but not computed with, at character 14.",
    ],
    [
      'select event in cohort 5 from events',
      'invalid_input',
      'has an IN COHORT after a value that is not a person: write person_id IN COHORT 5, at character 8.',
    ],
    [
      "select person_id in cohort 'a' from events",
      'not_supported',
      'needs the id of a cohort, a whole number, at character 21.',
    ],
    [
      'select {x}',
      'invalid_input',
      'has the placeholder {x}, for which the request has no value, at character 8.',
    ],
    [
      'select {filters} from events',
      'invalid_input',
      'has {filters} in the wrong place: write it as a condition of WHERE, joined to others with AND, at character 8.',
    ],
    [
      'select 1 from events where {filters} or true',
      'invalid_input',
      'has {filters} in the wrong place: write it as a condition of WHERE, joined to others with AND, at character 28.',
    ],
    [
      'select 1 from cohorts where {filters}',
      'invalid_input',
      'has {filters} in a SELECT that does not read events, persons, groups or sessions, at character 29.',
    ],
    [
      'select 1 from events e right join persons p on e.person_id = p.id where {filters}',
      'not_supported',
      'has {filters} for a source whose rows a join can replace with nulls',
    ],
    [
      'select session.session_duration from events',
      'invalid_input',
      "has the unknown property 'session_duration' of sessions, which have $session_duration, ",
    ],
    // dates
    [
      "select 1 from events where timestamp > '2026-02-31'",
      'invalid_input',
      'has a text that is not a date: write it as 2026-11-20 or 2026-11-20 08:30:00, at character 40.',
    ],
    // limits
    [
      `select '${'a'.repeat(HOGQL_LIMITS.statementCharacters)}'`,
      'max_length',
      'has more than 50000 characters, at character 50001.',
    ],
    [
      `select 1 from ${Array.from({ length: 33 }, (_, i) => `events e${i}`).join(', ')}`,
      'max_length',
      'reads more than 32 tables and queries, at character 389.',
    ],
    [
      `select ${Array.from({ length: 1_600 }, () => '1 + 1').join(', ')}`,
      'max_length',
      'has more than 3000 parts',
    ],
    [`${'select * from ('.repeat(33)}select 1${')'.repeat(33)}`, 'max_length', 'nests deeper than 32'],
  ])('%#: %s', (text, code, problem) => {
    const refused = expect.objectContaining({ kind: 'invalid', code, attr: 'query__query' })
    expect(() => parse(text)).toThrow(refused)
    expect(() => parse(text)).toThrow(`The HogQL statement ${problem}`)
  })
})
