import { expect, test } from 'vitest'
import { createWalkMemory, WalkMemoryError } from '#sequences/walk-memory.ts'
import { Counts } from './counts.ts'

test('each row has its own counts, also far from the others', () => {
  const counts = new Counts(3, createWalkMemory())
  for (const [row, place] of [
    [0, 0],
    [0, 2],
    [1_023, 2],
    [1_024, 0],
    [5_000, 1],
    [5_000, 1],
  ] as const)
    counts.add(row, place)
  const rowOf = (row: number) => [0, 1, 2].map((place) => counts.at(row, place))
  expect([0, 1, 1_023, 1_024, 5_000, 9_999].map(rowOf)).toEqual([
    [1, 0, 1],
    [0, 0, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 2, 0],
    [0, 0, 0],
  ])
})

test('a breakdown by a value that each actor has for itself ends where its counts take more than a walk may keep', () => {
  const counts = new Counts(60, createWalkMemory(10_000_000))
  const fill = (rows: number) => {
    for (let row = 0; row < rows; row++) counts.add(row, 1)
  }
  fill(40_000)
  expect(() => fill(50_000)).toThrow(WalkMemoryError)
})
