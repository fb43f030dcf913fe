import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'

test.each(HOSTILE_TEXTS)('an insight keeps %j in every field as it was sent', async (text) => {
  const fields = {
    name: text,
    derived_name: text,
    description: text,
    filters: { [`key ${text}`]: text, deep: [{ [`key ${text}`]: [text] }] },
    query: { kind: text, [`key ${text}`]: text },
  }
  const { status, body: created } = await server.request('POST', INSIGHTS, fields)
  expect(status).toBe(201)
  const { body: read } = await server.request('GET', `${INSIGHTS}${created.short_id}/`)
  expect(read).toMatchObject(fields)
  const { body: changed } = await server.request('PATCH', `${INSIGHTS}${created.id}/`, {
    description: `${text}!`,
  })
  expect(changed).toMatchObject({ ...fields, description: `${text}!` })
})

const DASHBOARDS = '/api/projects/1/dashboards/'
test.each(HOSTILE_TEXTS)(
  'a dashboard keeps %j in every field as it was sent, and is found by it',
  async (text) => {
    const { body: insight } = await server.request('POST', INSIGHTS, { name: text })
    const { status, body: created } = await server.request('POST', DASHBOARDS, {
      name: text,
      description: text,
      filters: { [`key ${text}`]: text },
      tiles: [{ insight: insight.id, layouts: { [`key ${text}`]: text }, color: text }],
    })
    expect(status).toBe(201)
    const { body: read } = await server.request('GET', `${DASHBOARDS}${created.id}/`)
    expect(read).toMatchObject({
      name: text,
      description: text,
      filters: { [`key ${text}`]: text },
      tiles: [{ layouts: { [`key ${text}`]: text }, color: text }],
    })
    const search = encodeURIComponent(text)
    const { body: found } = await server.request('GET', `${DASHBOARDS}?limit=1000&search=${search}`)
    const names = found.results.map((one: { name: string }) => one.name)
    const holding = names.filter((name: string) => name.toLowerCase().includes(text.toLowerCase()))
    expect(names).toContain(text)
    expect(names).toEqual(holding)
  },
)

test('tags are stored in lower case and without white space around them', async () => {
  const tags = HOSTILE_TEXTS.map((text) => `tag ${text}`)
  const { body } = await server.request('POST', INSIGHTS, { tags })
  const kept = tags.map((tag) => tag.trim().toLowerCase())
  expect([...body.tags].sort()).toEqual([...new Set(kept)].sort())
})

test('NUL is refused and lone surrogates become U+FFFD', async () => {
  for (const field of ['name', 'derived_name', 'description']) {
    const refused = await server.request('POST', INSIGHTS, { [field]: 'a\0b' })
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'null_characters_not_allowed', attr: field })
    const { body } = await server.request('POST', INSIGHTS, { [field]: 'a\ud800b' })
    expect(body[field]).toBe('a\uFFFDb')
  }
  // JSON values are stored as they are, because their text escapes both characters.
  const filters = { 'a\0\ud800': 'a\0\ud800' }
  const { body } = await server.request('POST', INSIGHTS, { filters })
  expect(body.filters).toEqual(filters)
})

test('no hostile text finds an insight', async () => {
  for (const text of HOSTILE_TEXTS) {
    const { body } = await server.request('GET', `${INSIGHTS}?short_id=${encodeURIComponent(text)}`)
    expect([text, body.count, body.results]).toEqual([text, 0, []])
  }
})

test.each(['limit', 'offset', 'created_by'])('no hostile text is a %s', async (name) => {
  for (const text of [...HOSTILE_TEXTS, '-1.5', '1e400', '99999999999999999999', '\0', 'NaN', '1;2']) {
    const answer = await server.request('GET', `${INSIGHTS}?${name}=${encodeURIComponent(`${text} `)}`)
    // White space is not a digit, but JavaScript reads it as 0.
    if (text.trim() === '') continue
    expect([text, answer.status, answer.body.attr]).toEqual([text, 400, name])
  }
})

// A URL parser takes `.` out of a path before the server sees it.
const PATH_TEXTS = [
  ...HOSTILE_TEXTS.filter((text) => text !== '.'),
  '../1',
  '1/../1',
  '1?',
  '1#',
  '0x1',
  '1e0',
  '\0',
]

test.each(PATH_TEXTS)('no object has the id %j', async (text) => {
  const id = encodeURIComponent(text)
  for (const path of [`${INSIGHTS}${id}/`, `/api/projects/${id}/`, `/api/environments/${id}/insights/`]) {
    const { status, body } = await server.request('GET', path)
    expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
  }
  const patched = await server.request('PATCH', `${INSIGHTS}${id}/`, { name: 'taken' })
  expect(patched.status).toBe(404)
  const deleted = await server.request('DELETE', `/api/personal_api_keys/${id}/`)
  expect(deleted.status).toBe(404)
})

test.each(HOSTILE_TEXTS)('a project and a key can be called %j', async (text) => {
  const project = await server.request('POST', '/api/projects/', { name: text })
  const renamed = await server.request('PATCH', `/api/projects/${project.body.id}/`, { name: `${text}!` })
  expect([project.body.name, renamed.body.name]).toEqual([text, `${text}!`])
  const { body: key } = await server.request('POST', '/api/personal_api_keys/', {
    label: text,
    scopes: ['insight:read'],
  })
  expect(key.label).toBe(text)
})

test('no hostile text is a time zone', async () => {
  const datesAndOffsets = [
    '+01:00',
    '-00:00',
    '2026-11-20T00:00Z',
    '2026-11-20T00:00-03:00',
    '2026-11-20[UTC]',
  ]
  for (const timezone of [...HOSTILE_TEXTS, ...datesAndOffsets, '', 'UTC\0', 'Europe/Berlin\n', '\ud800']) {
    const { status, body } = await server.request('POST', '/api/projects/', { name: 'a', timezone })
    expect([timezone, status, body.attr]).toEqual([timezone, 400, 'timezone'])
  }
})

test('no hostile text is a scope', async () => {
  for (const text of HOSTILE_TEXTS) {
    const key = { label: 'a', scopes: ['insight:read', text] }
    const { status, body } = await server.request('POST', '/api/personal_api_keys/', key)
    expect([text, status, body.attr]).toEqual([text, 400, 'scopes__1'])
  }
})

test('no hostile text is a project token', async () => {
  for (const text of [...HOSTILE_TEXTS, '\0', '\ud800', 'x'.repeat(20_000)]) {
    const body = { api_key: text, batch: [{ event: 'a', distinct_id: 'b' }] }
    const { status, body: answer } = await server.request('POST', '/batch/', body, null)
    expect([text, status, answer.type]).toEqual([text, 401, 'authentication_error'])
  }
})
