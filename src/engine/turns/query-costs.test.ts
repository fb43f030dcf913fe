import { expect, test } from 'vitest'
import { createQueryCosts } from './query-costs.ts'

const trend = { projectId: 1, name: 'trends.cells', statement: 'SELECT 1' }

test('nothing is known about the first query', () => {
  expect(createQueryCosts().of(trend)()).toBe(50)
})

test('a statement takes as long as the last time', () => {
  const costs = createQueryCosts()
  costs.note(trend, 800)
  costs.note(trend, 300)
  expect(costs.of({ ...trend, events: 5e6 })()).toBe(300)
})

test('another statement is estimated by the mean of its name in its project', () => {
  const costs = createQueryCosts()
  costs.note(trend, 1_000)
  costs.note({ ...trend, statement: 'SELECT 2' }, 2_000)
  expect(costs.of({ ...trend, statement: 'SELECT 3' })()).toBe(1_300)
  expect(costs.of({ ...trend, projectId: 2, statement: 'SELECT 3' })()).toBe(50)
})

test('the events that it may read decide where they are known', () => {
  const costs = createQueryCosts()
  expect(costs.of({ ...trend, events: 1e6 })()).toBe(200)
  costs.note({ ...trend, events: 2e6 }, 40)
  expect(costs.of({ ...trend, statement: 'SELECT 2', events: 10e6 })()).toBe(200)
  expect(costs.of({ ...trend, statement: 'SELECT 3', events: 100 })()).toBe(1)
})

test('a small query tells nothing about the time for an event', () => {
  const costs = createQueryCosts()
  costs.note({ ...trend, events: 10 }, 20)
  expect(costs.of({ ...trend, statement: 'SELECT 2', events: 1e6 })()).toBe(200)
})

test('the estimate of a waiting query follows what is learnt meanwhile', () => {
  const costs = createQueryCosts()
  const estimate = costs.of(trend)
  costs.note({ ...trend, statement: 'SELECT 2' }, 4_000)
  expect(estimate()).toBe(4_000)
})
