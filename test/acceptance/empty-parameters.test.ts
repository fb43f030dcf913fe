import { expect, test } from 'vitest'
import { type ApiDocument, operationsOf } from '../fixtures/documented.ts'
import { documentedServer } from '../fixtures/documented-server.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const PARAMETERS = {
  ...{ project_id: '1', token: TOKEN, name: 'array.js', file: 'surveys.js', uuid: '@me' },
  ...{ group_type_index: '0', group_key: 'acme', key: 'name', organization_id: '@current' },
}
const NODE = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'visited' }] }

/**
 * Returns the parts of a response that can be compared. It leaves out whether the response was computed for
 * its request, and the parameters of its links.
 */
const comparable = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.startsWith('<') ? '' : text.replaceAll(/"is_cached":"?\w+"?|\?[^"\\]*/g, '')}`

test('an empty parameter of any call counts as absent, save refresh', { timeout: 240_000 }, async () => {
  const $groups = { company: 'acme' }
  await server.capture([{ event: 'visited', distinct_id: 'ada', properties: { $groups, name: 'Ada' } }])
  const document: ApiDocument = (await server.request('GET', '/api/schema/', undefined, null)).body
  const { send } = documentedServer(server, document, {
    ...{ bodies: [[/\/query\/$/, () => ({ query: NODE })]], searches: [], parameters: PARAMETERS },
  })
  const [answered, wrong]: [string[], unknown[]] = [[], []]
  for (const operation of operationsOf(document)) {
    if (!/^GET \/(?:api\/(?!environments)|shared|embedded)/.test(operation.name)) continue
    const names = (operation.parameters ?? [])
      .filter((one) => one.in === 'query' && !one.required && one.example === undefined)
      .map(({ name }) => name)
      .filter((name) => name !== 'refresh')
    if (names.length === 0) continue
    const absent = await send(operation)
    const empty = await send(operation, { search: Object.fromEntries(names.map((name) => [name, ''])) })
    if (absent.status === 200) answered.push(operation.name)
    if (comparable(empty) !== comparable(absent)) wrong.push([operation.name, comparable(empty)])
  }
  expect(wrong).toEqual([])
  expect(answered.length).toBeGreaterThan(50)
  expect(answered).toContain('GET /api/projects/{project_id}/insights/trend/')
})

test('of a parameter that is given twice an empty one is absent, too', async () => {
  const list = async (search: string) =>
    (await server.request('GET', `/api/projects/1/persons/?${search}`)).body
  expect(await list('distinct_id=&distinct_id=nobody')).toMatchObject({ results: [] })
  expect(await list('distinct_id=&search=')).toMatchObject({ results: [{ distinct_ids: ['ada'] }] })
})
