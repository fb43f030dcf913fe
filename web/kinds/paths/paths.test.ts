import { describe, expect, test } from 'vitest'
import { alignedAtEnd } from './align-at-end.ts'
import { layoutFlow } from './flow-layout.ts'
import { inTwo, sharedHost, shownItem } from './node-label.ts'
import { edgePoint, nodePoint, OTHER, type PathItem, parseKey, pathGraph, routeOf } from './path-edges.ts'
import { withPathsFilter } from './paths-filter.ts'

const edge = (source: string, target: string, value: number): PathItem => ({
  source,
  target,
  value,
  average_conversion_time: 1_000,
  people_url: `/api/projects/1/persons/path/?question=q&path_start_key=${encodeURIComponent(source)}&path_end_key=${encodeURIComponent(target)}`,
  dropoff_people_url: null,
})
const EDGES = [
  edge('1_/', '2_/a', 50),
  edge('1_/', '2_/b', 30),
  edge('1_/', '2_/c', 5),
  edge('1_/', '2_/d', 4),
  edge('2_/a', '3_/x', 20),
  edge('2_/c', '3_/x', 3),
]

describe('the picture of edges', () => {
  test('shows the largest of each step, all others as Other', () => {
    const { nodes, links } = pathGraph(EDGES, 2)
    expect(nodes.map(({ id, value, items }) => [id, value, items])).toEqual([
      ['1_/', 89, 1],
      ['2_/a', 50, 1],
      ['2_/b', 30, 1],
      ['2_/c', 5, 1],
      [`2_${OTHER}`, 4, 1],
      ['3_/x', 23, 1],
    ])
    expect(links.reduce((sum, { value }) => sum + value, 0)).toBe(112)
  })

  test('an item may have underlines', () => {
    expect(parseKey('12_a_b')).toEqual({ column: 11, item: 'a_b' })
  })
})

test('a route goes back and on by the largest links', () => {
  const graph = pathGraph(EDGES, 8)
  const last = graph.links.find(({ target }) => target === '3_/x')
  if (last === undefined) throw new Error('no link')
  expect([...routeOf(graph, last)].map(({ source, target }) => `${source} ${target}`)).toEqual([
    '2_/a 3_/x',
    '1_/ 2_/a',
  ])
})

describe('places', () => {
  const flow = layoutFlow(pathGraph(EDGES, 8), 600, 400)
  test('one scale holds for all columns, and nodes do not overlap', () => {
    const first = flow.nodes[0]
    expect(first).toMatchObject({ x: 0, y: 28, height: 400 })
    const second = flow.nodes.filter(({ column }) => column === 1)
    for (const [index, node] of second.entries()) {
      const before = second[index - 1]
      if (before !== undefined) expect(node.y).toBeGreaterThanOrEqual(before.y + before.height)
    }
  })
  test('links leave a node side by side', () => {
    const starts = flow.links.filter(({ link }) => link.source === '1_/')
    expect(starts.reduce((sum, { width }) => sum + width, 0)).toBeCloseTo(400)
  })
})

describe('people', () => {
  test('of an edge walk its paths', () => {
    expect(edgePoint(edge('1_/', '2_/a', 1))).toMatchObject({ title: '/ → /a', count: null, words: '1 path' })
  })
  test('of a node are those who came to it, of the first step those who left it', () => {
    const { nodes } = pathGraph(EDGES, 8)
    const url = (index: number) => {
      const node = nodes[index]
      return node === undefined ? null : nodePoint(node.id, node.value, EDGES)?.peopleUrl
    }
    expect(url(0)).toBe('/api/projects/1/persons/path/?question=q&path_start_key=1_%2F')
    expect(url(1)).toBe('/api/projects/1/persons/path/?question=q&path_end_key=2_%2Fa')
  })
})

test('an empty list is no rule', () => {
  const question = { kind: 'PathsQuery', pathsFilter: { excludeEvents: ['a'], stepLimit: 4 } }
  expect(withPathsFilter(question, { excludeEvents: [] }).pathsFilter).toEqual({ stepLimit: 4 })
})

describe('paths that are aligned at their end', () => {
  const toX = [edge('1_a', '2_x', 7), edge('1_a', '2_b', 5), edge('1_b', '2_x', 3), edge('2_b', '3_x', 5)]

  test('have one end, and all before it as far from it as their longest way', () => {
    const aligned = alignedAtEnd(pathGraph(toX, 8), 'x')
    expect(aligned?.endColumn).toBe(2)
    expect(aligned?.nodes.map(({ keys, column, value }) => [keys, column, value])).toEqual([
      [['1_a'], 0, 12],
      [['2_b'], 1, 5],
      [['1_b'], 1, 3],
      [['2_x', '3_x'], 2, 15],
    ])
    expect(aligned?.links.map(({ source, target, value }) => [source, target, value])).toEqual([
      ['1_a', '2_x', 7],
      ['1_a', '2_b', 5],
      ['1_b', '2_x', 3],
      ['2_b', '2_x', 5],
    ])
  })

  test('show the end also at steps at which it is rare', () => {
    const ends = pathGraph(toX, 1, 'x').nodes.filter(({ item }) => item === 'x')
    expect(ends.map(({ id, value }) => [id, value])).toEqual([
      ['2_x', 10],
      ['3_x', 5],
    ])
  })

  test('are as they are if nothing ends there', () => {
    expect(alignedAtEnd(pathGraph(toX, 8), 'y')).toBeNull()
    expect(alignedAtEnd(pathGraph(toX, 8), 'b')).toBeNull()
  })
})

test.each([
  [['https://a.example/x', 'https://a.example/y', 'paid'], 'a.example'],
  [['https://a.example/x', 'https://b.example/x'], null],
  [['paid', null], null],
])('the host that all of %j share is %s', (items, host) => expect(sharedHost(items)).toBe(host))

test.each([
  ['https://a.example/docs?x=1', 'a.example', '/docs?x=1'],
  ['https://a.example', 'a.example', '/'],
  ['https://a.example/docs', null, 'a.example/docs'],
  ['paid', 'a.example', 'paid'],
])('%s with the shared host %s is shown as %s', (item, host, text) => {
  expect(shownItem(item, host)).toBe(text)
})

test('a long text is in two parts, of which the first can be cut', () => {
  expect(inTwo('https://app.example/labels/new')).toEqual(['https://app.example', '/labels/new'])
  expect(inTwo('www.parcelo.example/blog/faster-labels')).toEqual([
    'www.parcelo.example/blog',
    '/faster-labels',
  ])
  expect(inTwo('/a/an-address-of-one-long-part')).toEqual(['/a/an-address-of-o', 'ne-long-part'])
  expect(inTwo('/labels')).toEqual(['/labels', ''])
})
