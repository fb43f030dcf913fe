import { beforeAll, describe, expect, test } from 'vitest'
import { parseCsv } from '../fixtures/parse-csv.ts'
import { FLAT, RETENTION_EVENTS } from '../fixtures/retention-example.ts'
import { KEY, useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1'
beforeAll(() => server.capture([...RETENTION_EVENTS]))

describe('the people behind a value', () => {
  const namesIn = async (url: string) => {
    const { status, body } = await server.request('GET', url)
    expect([status, body.detail]).toEqual([200, undefined])
    const [{ people, count }] = body.results
    expect(count).toBe(people.length)
    return people
      .map(
        ({
          name,
          appearances,
          appearance_count,
        }: {
          name: string
          appearances: number[]
          appearance_count: number
        }) => {
          expect(appearance_count).toBe(appearances.reduce((sum, one) => sum + one, 0))
          return [name, appearances.join('')]
        },
      )
      .sort()
  }

  test('are those that it counts, with the values that count them', async () => {
    const { body } = await server.request('POST', `${PROJECT}/insights/retention/`, FLAT)
    const [first, second] = body.results
    expect(await namesIn(first.people_url)).toEqual([
      ['ada', '1101'],
      ['bob', '1100'],
    ])
    expect(await namesIn(first.values[3].people_url)).toEqual([['ada', '1101']])
    expect(await namesIn(first.values[2].people_url)).toEqual([])
    expect(await namesIn(second.values[2].people_url)).toEqual([['cid', '111']])
    const { body: whole } = await server.request('POST', `${PROJECT}/persons/retention/`, FLAT)
    expect(whole.results[0].people.map(({ name }: { name: string }) => name).sort()).toEqual(['ada', 'bob'])
    for (const { values } of body.results)
      for (const { count, people_url } of values) expect(await namesIn(people_url)).toHaveLength(count)
  })

  test('of rolling windows are those that it counts', async () => {
    const { body } = await server.request('POST', `${PROJECT}/insights/retention/`, {
      ...FLAT,
      time_window_mode: '24_hour_windows',
    })
    const [first] = body.results
    expect(await namesIn(first.people_url)).toEqual([
      ['ada', '1010'],
      ['bob', '1100'],
    ])
    expect(await namesIn(first.values[2].people_url)).toEqual([['ada', '1010']])
    for (const { values } of body.results)
      for (const { count, people_url } of values) expect(await namesIn(people_url)).toHaveLength(count)
  })

  test('in brackets are those that it counts', async () => {
    const asked = { ...FLAT, retention_custom_brackets: [2, 1] }
    const { body } = await server.request('POST', `${PROJECT}/insights/retention/`, asked)
    const [first] = body.results
    expect(await namesIn(first.people_url)).toEqual([
      ['ada', '111'],
      ['bob', '110'],
    ])
    for (const { values } of body.results)
      for (const { count, people_url } of values) expect(await namesIn(people_url)).toHaveLength(count)
    const beyond = { ...asked, breakdown_values: [1], selected_interval: 2 }
    expect(await server.request('POST', `${PROJECT}/persons/retention/`, beyond)).toMatchObject({
      status: 400,
      body: { attr: 'selected_interval' },
    })
  })

  test('can be groups, pages and a table', async () => {
    const address = `${PROJECT}/persons/retention/`
    const asked = { ...FLAT, aggregation_group_type_index: 1, breakdown_values: [0], limit: 1 }
    const { body } = await server.request('POST', address, asked)
    expect(body).toMatchObject({
      results: [{ people: [{ type: 'group', group_key: 'acme', appearances: [1, 1, 1, 1] }], count: 1 }],
      total_count: 2,
    })
    const next = await server.request('GET', body.next)
    expect(next.body.results[0].people).toMatchObject([{ group_key: 'initech', appearances: [1, 1, 0, 1] }])
    const { payload } = await server.app.server.inject({
      method: 'POST',
      url: `${address}?format=csv`,
      headers: { authorization: `Bearer ${KEY}` },
      payload: asked,
    })
    const [columns = [], ...rows] = parseCsv(payload)
    const places = ['group_key', 'appearances', 'appearance_count'].map((name) => columns.indexOf(name))
    expect(rows.map((row) => places.map((place) => row[place]))).toEqual([
      ['acme', '[1,1,1,1]', '4'],
      ['initech', '[1,1,0,1]', '3'],
    ])
  })

  test.each<[string, object, string]>([
    ['a cohort that is not there', { breakdown_values: '[4]' }, 'breakdown_values'],
    ['a cohort that is no number', { breakdown_values: '["a"]' }, 'breakdown_values'],
    [
      'a value that the cohort does not have',
      { breakdown_values: '[2]', selected_interval: 2 },
      'selected_interval',
    ],
  ])('%s is refused', async (_name, number, attr) => {
    expect(
      await server.request('POST', `${PROJECT}/persons/retention/`, { ...FLAT, ...number }),
    ).toMatchObject({
      status: 400,
      body: { attr },
    })
  })
})
