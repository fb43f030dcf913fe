import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const ask = (question: object) => server.request('POST', `${INSIGHTS}trend/`, question)

test('a filter of 10,000 values, the limit, is computed', async () => {
  const values = Array.from({ length: 10_000 }, (_, i) => `${i} ${'x'.repeat(60)}`)
  await server.capture([{ event: 'a', distinct_id: 'b', properties: { long: values.at(-1), short: '9999' } }])
  for (const operator of ['exact', 'icontains']) {
    const properties = [{ key: 'long', operator, value: values }]
    const { status, body } = await ask({ events: [{ id: 'a', properties }] })
    expect([operator, status, body.result?.[0].count]).toEqual([operator, 200, 1])
  }
})

const conditions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ key: `key ${i}`, operator: 'is_not', value: 'value' }))

test.each([
  ['26 series of 200 filters', 'trend/', 26, 200],
  ['16 steps of 200 filters', 'funnel/', 16, 200],
  ['26 series with names of 20 kB', 'trend/', 26, 0],
])('%s are computed or refused as too complex', async (_, path, count, filters) => {
  const events = Array.from({ length: count }, (__, order) => ({
    id: filters === 0 ? 'x'.repeat(20_000) : 'a',
    order,
    properties: conditions(filters),
  }))
  const { status, body } = await server.request('POST', INSIGHTS + path, { events })
  expect(status === 200 || body.code === 'query_too_complex').toBe(true)
})

test('26 series of nearly 10,000 hours, the limit of buckets, are computed', async () => {
  const events = Array.from({ length: 26 }, (_, order) => ({ id: 'hourly', order }))
  await server.capture([{ event: 'hourly', distinct_id: 'b' }])
  const { status, body } = await ask({ events, interval: 'hour', date_from: '-9990h' })
  expect(status).toBe(200)
  expect(body.result.map((series: { count: number }) => series.count)).toEqual(events.map(() => 1))
})

test('a question beyond a limit is 400 with the field', async () => {
  const values = Array.from({ length: 10_001 }, (_, i) => i)
  const refusals: [attr: string, question: object][] = [
    ['events', { events: Array.from({ length: 27 }, (_, order) => ({ id: 'a', order })) }],
    ['events__0__properties', { events: [{ id: 'a', properties: conditions(201) }] }],
    ['properties__0__value', { events: [{ id: 'a' }], properties: [{ key: 'a', value: values }] }],
    ['interval', { events: [{ id: 'a' }], interval: 'hour', date_from: '-10y' }],
    ['date_from', { events: [{ id: 'a' }], interval: 'month', date_from: '-99999y' }],
    ['events__0__id', { events: [{ id: 'x'.repeat(20_001) }] }],
  ]
  for (const [attr, question] of refusals) {
    const { status, body } = await ask(question)
    expect([attr, status, body.attr]).toEqual([attr, 400, attr])
  }
})

// The columns hold 1970 to 2148. A range outside of that has no events and is no error.
test.each([
  ['0000-01-01', '0001-01-01'],
  ['1950-01-01', '1969-12-31'],
  ['2150-01-01', '2151-01-01'],
  ['9999-01-01', '9999-12-31'],
])('the range %s to %s is empty', async (date_from, date_to) => {
  await server.capture([{ event: 'dated', distinct_id: 'b' }])
  const events = [{ id: 'dated' }, { id: 'dated', order: 1 }]
  for (const explicit_date of [false, true])
    for (const interval of ['day', 'week', 'month']) {
      const { status, body } = await ask({ events, date_from, date_to, explicit_date, interval })
      expect([interval, status, body.result?.[0].count]).toEqual([interval, 200, 0])
    }
  const funnel = await server.request('POST', `${INSIGHTS}funnel/`, { events, date_from, date_to })
  expect(funnel.body.result.map((step: { count: number }) => step.count)).toEqual([0, 0])
})
