import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
/**
 * One word in three spellings: with the sigma that Greek writes at the end of a word, in capitals, and with
 * the other small sigma.
 */
const SPELLINGS = ['σοφος', 'ΣΟΦΟΣ', 'σοφοσ'] as const
const path = (rest: string) => `/api/projects/1/${rest}`

beforeAll(async () => {
  await server.capture([
    ...SPELLINGS.map((word, i) => ({
      ...{ event: 'seen', distinct_id: `user ${i}`, timestamp: '2026-11-19T10:00:00Z' },
      properties: { word, list: [word], $set: { word }, $groups: { word } },
    })),
    {
      ...{ event: 'seen', distinct_id: 'other', timestamp: '2026-11-19T10:00:00Z' },
      properties: { word: 'Straße', $groups: { word: 'Straße' } },
    },
  ])
  for (const name of SPELLINGS)
    await server.request('POST', path('insights/'), {
      name,
      query: { kind: 'HogQLQuery', query: 'select 1' },
    })
  for (const name of SPELLINGS) await server.request('POST', path('dashboards/'), { name })
  for (const content of SPELLINGS)
    await server.request('POST', path('annotations/'), { content, date_marker: '2026-11-19T10:00:00Z' })
})

const count = async (properties: object[]) => {
  const { status, body } = await server.request('POST', path('insights/trend/'), {
    events: [{ id: 'seen' }],
    properties,
  })
  return status === 200 ? body.result[0].count : body
}
const listed = async (list: string, parameters: Record<string, string>) => {
  const { status, body } = await server.request('GET', path(`${list}/?${new URLSearchParams(parameters)}`))
  return status === 200 ? (body.results ?? body).length : body
}

describe.each([...SPELLINGS, 'ΟΦΟΣ', 'οφος'])('%s finds each spelling, whatever its case', (sought) => {
  test('in filters', async () => {
    const word = { key: 'word', operator: 'icontains' }
    expect(await count([{ ...word, value: sought }])).toBe(3)
    expect(await count([{ ...word, value: [sought, 'nothing'] }])).toBe(3)
    expect(await count([{ ...word, value: `%${sought.slice(0, 2)}_` }])).toBe(3)
    expect(await count([{ ...word, operator: 'not_icontains', value: sought }])).toBe(1)
    expect(await count([{ ...word, type: 'person', value: sought }])).toBe(3)
    expect(await count([{ ...word, operator: 'regex', value: `(?i)${sought}` }])).toBe(3)
  })

  test.each([
    (word: string) => `properties.word ilike '%${word}%'`,
    (word: string) => `properties.word not ilike 'Str%' and properties.word ilike '%${word}'`,
    (word: string) => `positionCaseInsensitive(properties.word, '${word}') > 0`,
    (word: string) => `positionCaseInsensitive(properties.word, concat('${word}', '')) > 0`,
    (word: string) => `properties.word =~* '${word}'`,
  ])('in expressions (%#)', async (expression) => {
    expect(await count([{ type: 'hogql', key: expression(sought) }])).toBe(3)
  })

  test('in searches', async () => {
    expect(await listed('persons', { search: sought })).toBe(3)
    expect(await listed('groups', { group_type_index: '0', search: sought })).toBe(3)
    expect(await listed('insights', { search: sought })).toBe(3)
    expect(await listed('dashboards', { search: sought })).toBe(3)
    expect(await listed('annotations', { search: sought })).toBe(3)
    const values = await server.request(
      'GET',
      path(`events/values/?key=word&value=${encodeURIComponent(sought)}`),
    )
    expect((values.body.results ?? values.body).length).toBe(3)
  })
})

test('other letters are found as before', async () => {
  expect(await count([{ key: 'word', operator: 'icontains', value: 'STRA' }])).toBe(1)
})
