import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

beforeAll(() => server.capture([{ event: 'paid', distinct_id: 'ada', properties: { amount: 12 } }]))

const call = (path: string, body: object) => server.request('POST', `/api/projects/1/${path}`, body)
const trend = (body: object) => call('insights/trend/', body)
const node = (series: object, fields: object = {}) =>
  call('query/', { query: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', ...series }], ...fields } })
const refused = (code: string, attr: string, detail: unknown) => ({
  status: 400,
  body: { type: 'validation_error', code, attr, detail },
})
const NAME_ONLY = (field: string) =>
  `"name" is only a label: "${field}" says which event is counted. Add "${field}": "paid", or "${field}": null for every event.`

describe('a name is not an event', () => {
  test('an entity with a name and without an id is refused', async () => {
    const expected = refused('required', 'events__0__id', NAME_ONLY('id'))
    expect(await trend({ events: [{ name: 'paid' }] })).toMatchObject(expected)
    expect(await call('insights/funnel/', { events: [{ name: 'paid' }, { id: 'paid' }] })).toMatchObject(
      expected,
    )
  })

  test('a node with a name and without an event as well', async () => {
    expect(await node({ name: 'paid' })).toMatchObject(
      refused('required', 'query__series__0__event', NAME_ONLY('event')),
    )
  })

  test.each([[{ id: null, name: 'paid' }], [{ name: 'All events' }], [{ name: '' }], [{ name: null }]])(
    'every event is %j',
    async (entity) => {
      expect(await trend({ events: [entity] })).toMatchObject({
        status: 200,
        body: { result: [{ count: 1 }] },
      })
      const { id, ...others } = entity as { id?: null }
      expect(await node({ ...others, ...(id === null && { event: null }) })).toMatchObject({ status: 200 })
    },
  )
})

test.each([[{ custom_name: 'Paid' }], [{}]])(
  'an event item without an id, %j, is refused',
  async (entity) => {
    expect(await trend({ events: [entity] })).toMatchObject({
      status: 400,
      body: { code: 'required', attr: 'events__0__id' },
    })
    expect(await node(entity)).toMatchObject({ status: 200 })
  },
)

describe('the type of a breakdown needs a breakdown', () => {
  const detail = 'breakdown_type "person" needs a breakdown: add "breakdown", or remove the type.'
  const flat = (type: string) => trend({ events: [{ id: 'paid' }], breakdown_type: type })
  const inNode = (type: string) => node({ event: 'paid' }, { breakdownFilter: { breakdown_type: type } })

  test('in flat parameters and in a node', async () => {
    expect(await flat('person')).toMatchObject(refused('required', 'breakdown_type', detail))
    expect(await inNode('person')).toMatchObject(
      refused('required', 'query__breakdownFilter__breakdown_type', detail),
    )
  })

  test('except for the documented default', async () => {
    for (const ask of [flat, inNode]) expect(await ask('event')).toMatchObject({ status: 200 })
  })
})

describe('a filter that cannot be what its sender meant', () => {
  const filtered = (filter: object) =>
    trend({ events: [{ id: 'paid' }], properties: [{ key: 'amount', ...filter }] })

  test.each(['exact', 'is_not', 'icontains', 'regex', 'gt'])('%s without a value', async (operator) => {
    expect(await filtered({ operator })).toMatchObject(
      refused('required', 'properties__0__value', 'This field is required.'),
    )
  })

  test.each(['gt', 'gte', 'lt', 'lte'])('%s with what is no number', async (operator) => {
    for (const value of ['abc', '', [5, 'abc'], true, '1e999', '0x10'])
      expect(await filtered({ operator, value })).toMatchObject(
        refused(
          'invalid_input',
          'properties__0__value',
          expect.stringContaining(`${operator} compares numbers`),
        ),
      )
    for (const value of [11, '11', ' 1 1 ', [11], 1.1e1])
      expect(await filtered({ operator, value })).toMatchObject({ status: 200 })
  })

  test('the sentence has the value', async () => {
    expect(await filtered({ operator: 'gt', value: 'abc' })).toMatchObject({
      body: { detail: 'The operator gt compares numbers: send a number, not "abc".' },
    })
  })

  test('an operator that does not exist', async () => {
    expect(await filtered({ operator: 'equals', value: 1 })).toMatchObject({
      body: { detail: expect.stringMatching(/^"equals" is not an operator\. Use exact, is_not, /) },
    })
    expect(await filtered({ operator: 'icontain', value: 1 })).toMatchObject({
      body: { detail: '"icontain" is not an operator. Did you mean "icontains"?' },
    })
  })
})

describe('a math', () => {
  test('that is mistyped names the nearest one and those that are supported', async () => {
    expect(await trend({ events: [{ id: 'paid', math: 'totl' }] })).toMatchObject(
      refused(
        'invalid_choice',
        'events__0__math',
        expect.stringMatching(
          /^The math "totl" is not supported\. Did you mean "total"\? Supported here: total, dau, /,
        ),
      ),
    )
  })

  test('that is not computed names those that are', async () => {
    const steps = [{ id: 'paid', math: 'p99' }, { id: 'paid' }]
    expect(await call('insights/funnel/', { events: steps })).toMatchObject(
      refused(
        'not_supported',
        'events__0__math',
        expect.stringMatching(/^The math "p99" is not supported\. Supported here: /),
      ),
    )
  })
})
