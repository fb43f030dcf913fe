import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../src/fragments/fragment.ts'
import { elementCondition } from '../../src/sql/elements.ts'
import { eventsOf, STORABLE } from '../../src/sql/events.ts'
import { useApp } from '../fixtures/use-app.ts'
import { elementFilterHolds, type GivenElementFilter, readChain } from './element-definition.ts'
import { chain, elementFilter } from './given-elements.ts'
import { runs } from './runs.ts'

const server = useApp()
const chains = [...fc.sample(chain, { numRuns: 400, seed: 11 }), '']

// The distinct id of an event is the index of its chain.
beforeAll(async () => {
  await server.capture(
    chains.map((one, place) => ({
      event: '$autocapture',
      distinct_id: String(place),
      properties: one === '' ? {} : { $elements_chain: one },
    })),
  )
})

async function storedMatches({ key, operator, values }: GivenElementFilter): Promise<number[]> {
  const condition = elementCondition({ kind: 'filter', on: 'element', key, operator, values })
  const query = sql`SELECT distinct_id ${eventsOf(1, STORABLE, [condition])}`
  const rows = await server.app.engine.rows(query, { name: 'test', projectId: 1 })
  return rows.map((row) => Number((row as { distinct_id: string }).distinct_id)).sort((a, b) => a - b)
}

test('filters on elements match the events whose chain, read character by character, has them', async () => {
  let matched = 0
  await fc.assert(
    fc.asyncProperty(elementFilter, async (filter) => {
      const found = await storedMatches(filter)
      matched += found.length
      const isWrong = (one: string, place: number) =>
        elementFilterHolds(filter, one) !== found.includes(place)
      expect(chains.filter(isWrong)).toEqual([])
    }),
    { numRuns: runs({ short: 120, long: 5_000 }) },
  )
  expect(matched).toBeGreaterThan(chains.length)
})

test('the table of docs/semantics/elements.md', async () => {
  const page = readFileSync('docs/semantics/elements.md', 'utf8')
  const [, written = ''] = /```text\n(.*)\n```/.exec(page) ?? []
  const { id, token } = await server.newProject()
  const properties = { $elements_chain: written }
  await server.capture([{ event: '$autocapture', distinct_id: 'a', properties }], token)
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (matches|does not match)/gm)]
  expect(rows).toHaveLength(7)
  for (const [, selector, answer] of rows) {
    const filter = { type: 'element', key: 'selector', operator: 'exact', value: selector }
    const { body } = await server.request('POST', `/api/projects/${id}/insights/trend/`, {
      events: [{ id: '$autocapture', properties: [filter] }],
    })
    expect([selector, body.result[0].count]).toEqual([selector, answer === 'matches' ? 1 : 0])
  }
})

test('the definition reads back what an SDK wrote', () => {
  const written =
    'a.btn.md:flex:attr__:href="x"attr__href="/p;q"href="/p;q"nth-child="2"text="a \\"b\\" c";body:nth-child="1"'
  expect(readChain(written)).toEqual([
    {
      tag: 'a',
      classes: '.btn.md:flex',
      attributes: { 'attr__:href': 'x', attr__href: '/p;q', href: '/p;q', 'nth-child': '2', text: 'a "b" c' },
    },
    { tag: 'body', classes: '', attributes: { 'nth-child': '1' } },
  ])
})
