import { beforeAll, describe, expect, test } from 'vitest'
import { type TestProject, useApp } from '../fixtures/use-app.ts'

const server = useApp()

const PAID = '2026-11-18T23:30:00Z'
let berlin: TestProject
let kathmandu: TestProject

/** An event that is on the 19th in Berlin and in Kathmandu, and on the 18th in New York. */
beforeAll(async () => {
  berlin = await server.newProject('Berlin', 'Europe/Berlin')
  kathmandu = await server.newProject('Kathmandu', 'Asia/Kathmandu')
  for (const { token } of [berlin, kathmandu])
    await server.capture(
      [{ event: 'paid', distinct_id: 'ada', timestamp: PAID, properties: { days: 3, text: '1.5', no: 'x' } }],
      token,
    )
})

const ask = async ({ id }: TestProject, query: string) => {
  const { status, body } = await server.request('POST', `/api/projects/${id}/query/`, {
    query: { kind: 'HogQLQuery', query },
  })
  return status === 200 ? body : { status, ...body }
}
/** Returns the value of an expression over the event, with its type. */
async function answerTo(project: TestProject, expression: string) {
  const { results, types, detail } = await ask(project, `select ${expression} as a from events`)
  return detail ?? [results[0][0], types[0][1]]
}

const DAY = 'Date'
const TIME = "DateTime64(3, 'Europe/Berlin')"
const NUMBER = 'Float64'

describe('dates with numbers', () => {
  test.each<[expression: string, value: unknown, type: string]>([
    // The server's clock is at noon of the 20th.
    ['today() - 7', '2026-11-13', DAY],
    ['today() + 1', '2026-11-21', DAY],
    ['1 + today()', '2026-11-21', DAY],
    ['toDate(timestamp) - properties.days', '2026-11-16', DAY],
    ['toDate(timestamp) - properties.no', null, DAY],
    ['toDate(timestamp) + properties.text', '2026-11-20', DAY],
    ['minus(today(), 7)', '2026-11-13', DAY],
    ['now() - 3600', '2026-11-20T12:00:00+01:00', TIME],
    ['timestamp + 90', '2026-11-19T00:31:30+01:00', TIME],
    ['timestamp + properties.text', '2026-11-19T00:30:01.5+01:00', TIME],
    ['timestamp - 0.5', '2026-11-19T00:29:59.5+01:00', TIME],
    ['timestamp - properties.no', null, TIME],
    ['timestamp + 0 / 0', null, TIME],
    ['toDate(timestamp) + 1 / 0', null, DAY],
    ["toDate('2026-11-20') - toDate('2026-11-13')", 7, NUMBER],
    ["toDateTime('2026-11-20 10:00:00') - toDateTime('2026-11-20 09:59:58')", 2, NUMBER],
    ['now() - timestamp', 131_400, NUMBER],
    ['toDate(timestamp) - timestamp', -1_800, NUMBER],
    ['toYear(timestamp + 1e300) > 2026', true, 'Bool'],
    ['dateAdd(timestamp, interval 1 day)', '2026-11-20T00:30:00+01:00', TIME],
    ['date_sub(toDate(timestamp), toIntervalDay(1))', '2026-11-18', DAY],
  ])('%s', async (expression, value, type) => {
    expect(await answerTo(berlin, expression)).toEqual([value, type])
  })

  test('restrict a trend as an interval does', async () => {
    const count = async (key: string) => {
      const { body } = await server.request('POST', `/api/projects/${berlin.id}/insights/trend/`, {
        events: [{ id: 'paid', properties: [{ type: 'hogql', key }] }],
      })
      return body.result?.[0]?.count ?? body.detail
    }
    expect(await count('timestamp > today() - 7')).toBe(1)
    expect(await count('toDate(timestamp) > today() - 1')).toBe(0)
    expect(await count('timestamp > now() - 3600')).toBe(0)
  })
})

describe('toTimeZone moves the clock of an instant', () => {
  const there = "toTimeZone(timestamp, 'America/New_York')"
  test.each<[expression: string, value: unknown, type: string]>([
    // Both projects have the same instant, but the text has the offset of the project.
    [there, '2026-11-19T00:30:00+01:00', TIME],
    [`toHour(${there})`, 18, NUMBER],
    [`toDate(${there})`, '2026-11-18', DAY],
    [`toString(${there})`, '2026-11-18 18:30:00.000', 'String'],
    [`formatDateTime(${there}, '%F %H')`, '2026-11-18 18', 'String'],
    ["formatDateTime(timestamp, '%F %H', 'America/New_York')", '2026-11-18 18', 'String'],
    [`toStartOfDay(${there})`, '2026-11-18T06:00:00+01:00', TIME],
    [`toStartOfMonth(${there})`, '2026-11-01', DAY],
    [`dateTrunc('month', ${there})`, '2026-11-01T05:00:00+01:00', TIME],
    ["dateTrunc('day', timestamp, 'America/New_York')", '2026-11-18T06:00:00+01:00', TIME],
    [`toHour(toStartOfDay(${there}))`, 0, NUMBER],
    [`toHour(toStartOfHour(${there}))`, 18, NUMBER],
    [`toHour(dateTrunc('week', ${there}))`, 0, NUMBER],
    [`toHour(${there} + interval 1 hour)`, 19, NUMBER],
    [`toStartOfInterval(${there}, interval 6 hour)`, '2026-11-19T00:00:00+01:00', TIME],
    ["toHour(toStartOfInterval(timestamp, interval 6 hour, 'America/New_York'))", 18, NUMBER],
    [`${there} = timestamp`, true, 'Bool'],
    // Zone names may be in any case, and may be older names.
    ["toHour(toTimeZone(timestamp, 'asia/calcutta'))", 5, NUMBER],
    ["toHour(toTimeZone(timestamp, 'UTC'))", 23, NUMBER],
    ["toMinute(toTimeZone(timestamp, 'Asia/Kathmandu'))", 15, NUMBER],
  ])('%s', async (expression, value, type) => {
    expect(await answerTo(berlin, expression)).toEqual([value, type])
  })

  test('also through a query of FROM', async () => {
    const { results, detail } = await ask(
      berlin,
      `select toHour(local), toHour(toStartOfHour(local)), toHour(toStartOfDay(local)), toHour(dateTrunc('month', local)), toString(toStartOfTenMinutes(local))
         from (select ${there} as local from events) q`,
    )
    expect(detail ?? results[0]).toEqual([18, 18, 0, 0, '2026-11-18 18:30:00.000'])
  })

  test.each([
    ["toTimeZone(timestamp, 'Mars/Olympus')", "has the unknown time zone 'Mars/Olympus'"],
    ["toTimeZone(timestamp, '+02:00')", "has the unknown time zone '+02:00'"],
    ['toTimeZone(timestamp, event)', 'needs a text literal'],
  ])('%s is refused', async (expression, detail) => {
    expect(await answerTo(berlin, expression)).toContain(detail)
  })
})

describe('toStartOfInterval', () => {
  const at = (text: string) => `toDateTime('${text}')`
  test.each<[expression: string, value: unknown, type: string]>([
    ['toStartOfInterval(timestamp, interval 1 hour)', '2026-11-19T00:00:00+01:00', TIME],
    ['toStartOfInterval(timestamp, toIntervalMinute(60))', '2026-11-19T00:00:00+01:00', TIME],
    ['toStartOfInterval(timestamp, interval 15 minute)', '2026-11-19T00:30:00+01:00', TIME],
    [`toStartOfInterval(${at('2026-11-19 10:17:23')}, interval 7 second)`, '2026-11-19T10:17:19+01:00', TIME],
    [
      `toStartOfInterval(${at('2026-11-19 10:17:23')}, interval 20 minute)`,
      '2026-11-19T10:00:00+01:00',
      TIME,
    ],
    [`toStartOfInterval(${at('2026-11-19 10:17:23')}, interval '6 hour')`, '2026-11-19T06:00:00+01:00', TIME],
    // The clocks were set back at 3: hours are counted on the wall clock.
    [`toStartOfInterval(${at('2026-10-25 07:10:00')}, interval 6 hour)`, '2026-10-25T06:00:00+01:00', TIME],
    [
      `toStartOfInterval(${at('2026-10-25 05:10:00')}, interval 120 minute)`,
      '2026-10-25T04:00:00+01:00',
      TIME,
    ],
    ['toStartOfInterval(timestamp, interval 1 day)', '2026-11-19T00:00:00+01:00', TIME],
    ['toStartOfInterval(timestamp, interval 24 hour)', '2026-11-19T00:00:00+01:00', TIME],
    ['toStartOfInterval(timestamp, interval 48 hour)', '2026-11-19T00:00:00+01:00', TIME],
    // The project's weeks begin on Sunday.
    ['toStartOfInterval(timestamp, interval 1 week)', '2026-11-15', DAY],
    ['toStartOfInterval(timestamp, interval 2 week)', '2026-11-08', DAY],
    ['toStartOfInterval(timestamp, interval 1 month)', '2026-11-01', DAY],
    ['toStartOfInterval(timestamp, interval 3 month)', '2026-10-01', DAY],
    ['toStartOfInterval(timestamp, interval 6 month)', '2026-07-01', DAY],
    ['toStartOfInterval(timestamp, interval 2 quarter)', '2026-07-01', DAY],
    ['toStartOfInterval(timestamp, interval 1 quarter)', '2026-10-01', DAY],
    ['toStartOfInterval(timestamp, interval 5 year)', '2025-01-01', DAY],
    [`toStartOfInterval(${at('1955-03-04 10:20:30')}, interval 2 month)`, '1955-03-01', DAY],
    ['toStartOfInterval(toDate(timestamp), interval 1 month)', '2026-11-01', DAY],
  ])('%s', async (expression, value, type) => {
    expect(await answerTo(berlin, expression)).toEqual([value, type])
  })

  test('agrees with the function of each unit, in zones whose hours begin otherwise as well', async () => {
    const units = ['Second', 'Minute', 'Hour', 'Day', 'Week', 'Month', 'Quarter', 'Year']
    const same = units.map(
      (unit) => `toStartOfInterval(timestamp, interval 1 ${unit}) = toStartOf${unit}(timestamp)`,
    )
    for (const project of [berlin, kathmandu])
      expect((await ask(project, `select ${same.join(', ')} from events`)).results).toEqual([
        units.map(() => true),
      ])
  })

  test('minutes are those of the wall clock: Kathmandu is 5 hours and 45 minutes ahead', async () => {
    const starts = [10, 15, 20, 30].map(
      (minutes) => `toString(toStartOfInterval(timestamp, interval ${minutes} minute))`,
    )
    const { results } = await ask(
      kathmandu,
      `select ${starts.join(', ')}, toString(toStartOfTenMinutes(timestamp)) from events`,
    )
    expect(results).toEqual([
      ['05:10', '05:15', '05:00', '05:00', '05:10'].map((clock) => `2026-11-19 ${clock}:00.000`),
    ])
  })

  test('of several hours begins on the wall on the nights of Lord Howe', async () => {
    const { results } = await ask(
      berlin,
      `select formatDateTime(toStartOfInterval(toTimeZone(arrayJoin([toDateTime('2026-04-04T14:40:00Z'), toDateTime('2026-04-04T15:10:00Z'), toDateTime('2026-04-04T19:00:00Z')]), 'Australia/Lord_Howe'), interval 3 hour), '%F %H:%i')`,
    )
    expect(results).toEqual([['2026-04-05 00:00'], ['2026-04-05 00:00'], ['2026-04-05 03:00']])
  })

  test.each([
    ['toStartOfInterval(timestamp, 5)', 'needs an interval, such as interval 15 minute'],
    ['toStartOfInterval(timestamp, interval 0 day)', 'from 1 to 100000'],
    ['toStartOfInterval(timestamp, interval 36 hour)', 'needs hours up to 24, or whole days'],
    ['toStartOfInterval(timestamp, interval 1 decade)', 'needs one of second, minute'],
    ['today() + today()', 'adds two dates'],
    ['7 - today()', 'subtracts a date from a number'],
    ['today() * 2', 'has a date, but a number is expected'],
  ])('%s is refused', async (expression, detail) => {
    expect(await answerTo(berlin, expression)).toContain(detail)
  })
})
