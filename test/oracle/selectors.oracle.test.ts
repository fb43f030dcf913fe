import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Fragment, sql } from '../../src/fragments/fragment.ts'
import { parseSelector } from '../../src/query/selector.ts'
import { chainPattern } from '../../src/sql/chain-pattern.ts'
import { eventsOf, STORABLE } from '../../src/sql/events.ts'
import { selects, selectsFromList } from '../../src/sql/selector.ts'
import { useApp } from '../fixtures/use-app.ts'
import { brokenChain, chain, writtenSelector } from './given-elements.ts'
import { runs } from './runs.ts'

const server = useApp()
const chains = [
  ...fc.sample(chain, { numRuns: 400, seed: 12 }),
  ...fc.sample(brokenChain, { numRuns: 1_500, seed: 13 }),
]

// The distinct id of an event is the index of its chain.
beforeAll(async () => {
  await server.capture(
    chains.map((one, place) => ({
      event: '$autocapture',
      distinct_id: String(place),
      properties: { $elements_chain: one },
    })),
  )
})

async function selected(condition: Fragment): Promise<(string | undefined)[]> {
  const query = sql`SELECT distinct_id ${eventsOf(1, STORABLE, [condition])} ORDER BY distinct_id`
  const rows = await server.app.engine.rows(query, { name: 'test', projectId: 1 })
  return rows.map((row) => chains[Number((row as { distinct_id: string }).distinct_id)])
}

test('a pattern of whole chains selects the events that the separated elements select', async () => {
  const counts = { patterns: 0, selected: 0 }
  await fc.assert(
    fc.asyncProperty(writtenSelector, async (text) => {
      const selector = parseSelector(text, ['properties'])
      if (chainPattern(selector) === null) return
      const found = await selected(selects(selector))
      counts.patterns++
      counts.selected += found.length
      expect(found).toEqual(await selected(selectsFromList(selector)))
    }),
    { numRuns: runs({ short: 150, long: 5_000 }) },
  )
  expect(counts.patterns).toBeGreaterThan(100)
  expect(counts.selected).toBeGreaterThan(chains.length)
})
