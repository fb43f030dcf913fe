import { expect, test } from 'vitest'
import { pathFile } from './path-file.ts'

const edge = (source: string, target: string, value: number) => ({
  ...{ source, target, value, average_conversion_time: 1_500, people_url: null, dropoff_people_url: null },
})

test('all edges with whole addresses, the most frequent first, times in seconds', () =>
  expect(
    pathFile([edge('1_https://a.example/b', '2_/c', 1), edge('1_https://a.example/b', '2_/d', 3)]),
  ).toEqual([
    ['Step', 'From', 'Next step', 'To', 'Paths', 'Of paths at From (%)', 'Mean time (s)'],
    [1, 'https://a.example/b', 2, '/d', 3, 75, 1.5],
    [1, 'https://a.example/b', 2, '/c', 1, 25, 1.5],
  ]))
