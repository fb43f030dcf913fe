import { beforeAll, describe, expect, test } from 'vitest'
import { edgesOf, PATH_EVENTS } from '../fixtures/path-example.ts'
import { useApp } from '../fixtures/use-app.ts'

// Now is Friday, 20 November 2026, 12:00 UTC.
const server = useApp()
const PROJECT = '/api/projects/1/'
const FLAT = { include_event_types: ['$pageview', 'custom_event'], date_from: '-3d' }
const viewed = (distinct_id: string, url: string, time: string) => ({
  event: '$pageview',
  distinct_id,
  timestamp: `2026-11-19T${time}:00Z`,
  properties: { $current_url: url },
})

const change = (body: object) => server.request('PATCH', PROJECT, body)
async function edgesFor(more: object) {
  const { status, body } = await server.request('POST', `${PROJECT}insights/path/`, { ...FLAT, ...more })
  expect([status, body.detail]).toEqual([200, undefined])
  return edgesOf(body.results).map(([source, target, value]) => [source, target, value])
}

describe('the cleaning rules of a project', () => {
  beforeAll(() => server.capture([...PATH_EVENTS]))
  const FIRST = [
    ['1_/', '2_/docs', 2],
    ['1_/', '2_/pricing', 2],
  ]

  test('are kept, in the order of their numbers, and come before those of a question', async () => {
    const rules = [
      { regex: '^/prices$', alias: '/money', order: 2 },
      { regex: 'pricing', alias: 'prices', order: 1 },
    ]
    const { status, body } = await change({ path_cleaning_filters: rules })
    expect([status, body.path_cleaning_filters]).toEqual([200, rules])
    expect((await edgesFor({ path_replacements: true })).slice(0, 2)).toEqual([
      ['1_/', '2_/docs', 2],
      ['1_/', '2_/money', 2],
    ])
    const local_path_cleaning_filters = [{ regex: 'money', alias: 'cash' }]
    expect((await edgesFor({ path_replacements: 'true', local_path_cleaning_filters })).slice(0, 2)).toEqual([
      ['1_/', '2_/cash', 2],
      ['1_/', '2_/docs', 2],
    ])
  })

  test('change nothing in a question without them', async () => {
    expect((await edgesFor({})).slice(0, 2)).toEqual(FIRST)
    expect((await edgesFor({ path_replacements: false })).slice(0, 2)).toEqual(FIRST)
  })

  test('make another answer of a saved question once they change', async () => {
    const filters = { insight: 'PATHS', ...FLAT, path_replacements: true }
    const { body } = await server.request('POST', `${PROJECT}insights/`, { filters })
    const targets = async () => {
      const saved = await server.request('GET', `${PROJECT}insights/${body.id}/?refresh=blocking`)
      return saved.body.results.map(({ target }: { target: string }) => target)
    }
    await change({ path_cleaning_filters: [{ regex: 'docs', alias: 'manual' }] })
    expect(await targets()).toContain('2_/manual')
    await change({ path_cleaning_filters: [] })
    expect(await targets()).toContain('2_/docs')
  })

  test.each<[unknown, string]>([
    [[{ regex: '(', alias: '' }], 'path_cleaning_filters__0__regex'],
    [[{ regex: '(a)', alias: '\\2' }], 'path_cleaning_filters__0__alias'],
    [[{ regex: '(.|a){1,1000}b', alias: '' }], 'path_cleaning_filters__0__regex'],
    [[{ regex: '', alias: 'x' }], 'path_cleaning_filters__0__regex'],
    [[{ regex: 'a', alis: 'x' }], 'path_cleaning_filters__0__alis'],
    [Array(101).fill({ regex: 'a', alias: 'b' }), 'path_cleaning_filters'],
    ['a', 'path_cleaning_filters'],
  ])('%j are refused', async (path_cleaning_filters, attr) => {
    expect(await change({ path_cleaning_filters })).toMatchObject({ status: 400, body: { attr } })
  })
})

describe('rules that would hold a backtracking engine', () => {
  const LONG = `/${'a'.repeat(2_000)}!`
  /** Time limit for each of the tests. A test takes a second at most. */
  const MOST_MS = 20_000
  beforeAll(() =>
    server.capture(
      Array.from({ length: 300 }, (_, i) => viewed(`walker ${i % 30}`, `${LONG}${i}`, `1${i % 10}:00`)),
    ),
  )

  test.each<[string, object]>([
    ['nested repetitions', { local_path_cleaning_filters: [{ regex: '(a+)+$', alias: 'x' }] }],
    ['alternatives', { local_path_cleaning_filters: [{ regex: '^(/|a|aa)+$', alias: 'x' }] }],
    ['any text, again and again', { local_path_cleaning_filters: [{ regex: '(.*a){10}b', alias: 'x' }] }],
    ['ten wildcards', { path_groupings: [`/${'*a'.repeat(10)}b`] }],
    ['a hundred groupings', { path_groupings: Array.from({ length: 100 }, (_, i) => `*a*a*a*a*${i}b`) }],
    [
      'a hundred rules',
      {
        local_path_cleaning_filters: Array.from({ length: 100 }, (_, i) => ({
          regex: `(a|b|aa)+${i}$`,
          alias: 'x',
        })),
      },
    ],
  ])('%s end in time', async (_name, rules) => {
    const begin = performance.now()
    const { status, body } = await server.request('POST', `${PROJECT}insights/path/`, {
      ...FLAT,
      include_event_types: ['$pageview'],
      ...rules,
    })
    expect([status, body.detail]).toEqual([200, undefined])
    expect(performance.now() - begin).toBeLessThan(MOST_MS)
  })
})

describe('groupings', () => {
  test('take wildcards anywhere, and all other characters as they are', async () => {
    const project = await server.newProject()
    const walk = ['/users/1/edit', '/users/2/edit', '/a.b', '/axb', '/50%_off', '/done']
    await server.capture(
      walk.map((url, i) => viewed('eve', url, `09:0${i}`)),
      project.token,
    )
    const { body } = await server.request('POST', `/api/projects/${project.id}/insights/path/`, {
      ...FLAT,
      step_limit: 10,
      path_groupings: ['/users/*/edit', '/a.b', '/50%_*', '*ne'],
    })
    expect(edgesOf(body.results).map(([source, target]) => [source, target])).toEqual([
      ['1_/users/*/edit', '2_/a.b'],
      ['2_/a.b', '3_/axb'],
      ['3_/axb', '4_/50%_*'],
      ['4_/50%_*', '5_*ne'],
    ])
  })
})
