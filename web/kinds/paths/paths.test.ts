import { describe, expect, test } from 'vitest'
import { layoutFlow } from './flow-layout.ts'
import {
  cutMiddle,
  edgePoint,
  nodePoint,
  OTHER,
  parseKey,
  pathGraph,
  routeOf,
  type WireEdge,
} from './path-edges.ts'
import { withPathsFilter } from './paths-filter.ts'

const edge = (source: string, target: string, value: number): WireEdge => ({
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
      return node === undefined ? null : nodePoint(node, EDGES)?.peopleUrl
    }
    expect(url(0)).toBe('/api/projects/1/persons/path/?question=q&path_start_key=1_%2F')
    expect(url(1)).toBe('/api/projects/1/persons/path/?question=q&path_end_key=2_%2Fa')
  })
})

test('long names are cut in the middle', () => {
  expect(cutMiddle('https://app.example/labels', 11)).toBe('https…abels')
  expect(cutMiddle('short', 5)).toBe('short')
})

test('an empty list is no rule', () => {
  const question = { kind: 'PathsQuery', pathsFilter: { excludeEvents: ['a'], stepLimit: 4 } }
  expect(withPathsFilter(question, { excludeEvents: [] }).pathsFilter).toEqual({ stepLimit: 4 })
})
