import fc from 'fast-check'
import { concurrencyProperty, consistencyProperty, orderProperty } from './person-property.ts'
import { openPopulation } from './population.ts'

/**
 * `node --import tsx test/oracle/run-persons.ts [histories]`: checks the properties of
 * persons.oracle.test.ts on many more histories (50,000 by default). Prints a JSON line for each property.
 * Fails with the smallest history that contradicts a property.
 */
const histories = Number(process.argv[2] ?? 50_000)
const parts = { orderProperty, concurrencyProperty, consistencyProperty }

for (const [name, property] of Object.entries(parts)) {
  const population = await openPopulation()
  const numRuns = Math.ceil(histories / Object.keys(parts).length)
  const startMs = performance.now()
  await fc.assert(property(population), { numRuns }).finally(() => population.close())
  const seconds = Math.round((performance.now() - startMs) / 1000)
  process.stdout.write(`${JSON.stringify({ property: name, histories: numRuns, seconds })}\n`)
}
