import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { type AskedWorlds, askedWorlds, TREND_CLOCK_CHANGES } from './given-trends.ts'
import { runs, within } from './runs.ts'
import { trendItems } from './trend-items-definition.ts'
import { actionName, answers, cohortName, comparable, type Items, tellWorld } from './trend-server.ts'

const server = useApp()

/** Runs for each clock change. With sixteen changes they make 64 questions, or 5,184 in a long run. */
const RUNS = runs({ short: 1, long: 9 })
const WORLDS = runs({ short: 1, long: 3 })
const QUESTIONS = runs({ short: 4, long: 12 })

const LONG_AFTER_MS = 40 * 86_400_000

async function compare({ nowMs, worlds }: AskedWorlds, timezone: string): Promise<void> {
  // Events must not be ahead of the server's clock: the server would store such an event with its time of
  // arrival.
  server.nowMs = nowMs + LONG_AFTER_MS
  const projects = await Promise.all(worlds.map(({ world }) => tellWorld(server, timezone, world)))
  server.nowMs = nowMs
  for (const [i, { world, questions }] of worlds.entries()) {
    const [project] = projects.slice(i)
    if (project === undefined) throw new Error('A world was not told')
    const names = { cohortName, actionName, testAccountFilters: world.testAccountFilters }
    await Promise.all(
      questions.map(async (question) => {
        const defined = trendItems(world.events, question, names)
        for (const items of await answers(server, project, question)) {
          if (question.breakdown === null && question.formulas.length === 0) expectToldApart(items)
          expect(
            comparable(items, defined, project, question.breakdown),
            JSON.stringify({ question, told: world.told, added: world.added, names }),
          ).toEqual(defined)
        }
      }),
    )
  }
}

function expectToldApart(items: Items): void {
  const names = items.map(({ label, compare_label }) => `${label} ${compare_label}`)
  expect(new Set(names).size, names.join('\n')).toBe(names.length)
}

test.each(TREND_CLOCK_CHANGES)(
  'any question about trends in %s around %s has the items of the definition, in both languages',
  async (timezone, change) => {
    const asked = askedWorlds(timezone, Date.parse(change), { worlds: WORLDS, questions: QUESTIONS })
    await fc.assert(
      fc.asyncProperty(asked, (batch) => compare(batch, timezone)),
      // Each smaller counterexample would be sent and asked anew, which takes minutes.
      within(RUNS),
    )
  },
)
