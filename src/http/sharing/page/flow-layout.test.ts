import { expect, test } from 'vitest'
import { flowLayout } from './flow-layout.ts'

const AREA = { width: 108, height: 118 }
const link = (source: string, target: string, value: number) => ({ source, target, value })

test('nodes stand in columns by their step, and bands leave and reach them side by side', () => {
  const links = [link('1_a', '2_b', 6), link('1_a', '2_c', 3), link('2_b', '10_a', 1)]
  const { nodes, bands } = flowLayout(links, AREA)
  expect(nodes.map(({ key, x, top, height }) => [key, Math.round(x), top, Math.round(height)])).toEqual([
    ['1_a', 0, 0, 100],
    ['2_b', 33, 0, 67],
    ['2_c', 33, expect.closeTo(84.7, 1), 33],
    ['10_a', 67, 0, 11],
  ])
  expect(bands.map(({ width, fromY, toY }) => [width, fromY, toY].map(Math.round))).toEqual([
    [67, 33, 33],
    [33, 83, 101],
    [11, 6, 6],
  ])
})

test('one band of the whole height', () => {
  const { nodes, bands } = flowLayout([link('1_a', '2_a', 5)], AREA)
  expect(nodes.map(({ height }) => height)).toEqual([118, 118])
  expect(bands).toHaveLength(1)
})
