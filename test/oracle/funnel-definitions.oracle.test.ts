import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVERYTHING } from './filter-definition.ts'
import { type DefinedFunnelRow, definedFunnel, rulesOf } from './funnel-answer-definition.ts'
import { FUNNEL_BREAKDOWN_CASES } from './funnel-breakdown-cases.ts'
import { FUNNEL_CASES } from './funnel-cases.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'
import { FUNNEL_RANGE_CASES } from './funnel-range-cases.ts'
import { actorsOfStep, type DefinedStep, requiredBefore } from './funnel-result-definition.ts'
import { askedFunnels } from './given-funnels.ts'
import type { GivenTrendWorld } from './given-trend-world.ts'
import { TREND_CLOCK_CHANGES } from './given-trends.ts'

describe('funnels', () => {
  test.each([...FUNNEL_CASES, ...FUNNEL_RANGE_CASES, ...FUNNEL_BREAKDOWN_CASES])(
    '$title',
    ({ events, question, expected }) => {
      const defined = resultsOf(definedFunnel(events, question, { testAccountFilters: EVERYTHING }))
      // Only the cases about time left expect an open count. All other cases accept any.
      expect(defined).toMatchObject(expected)
      expect(defined).toHaveLength(expected.length)
    },
  )
})

const resultsOf = (rows: readonly DefinedFunnelRow[]) =>
  rows.map(({ breakdownValue, result }) => [breakdownValue, result])

/** Counts the actors of each step: those that converted, and those that dropped. */
function countsOfActors({ actors }: DefinedFunnelRow, question: GivenFunnelQuestion) {
  const countOf = (step: number, hasConverted: boolean) =>
    actorsOfStep(actors, rulesOf(question), { step, hasConverted }).length
  return question.steps.map((_, step) => ({
    converted: countOf(step, true),
    dropped: step === 0 ? 0 : countOf(step, false),
  }))
}

describe.each(TREND_CLOCK_CHANGES)('any funnel in %s around %s', (timezone, change) => {
  const asked = askedFunnels(timezone, Date.parse(change), { worlds: 1, questions: 10 })
  const forEach = (check: (world: GivenTrendWorld, question: GivenFunnelQuestion) => void) =>
    fc.assert(
      fc.property(asked, ({ worlds }) => {
        for (const { world, questions } of worlds) for (const question of questions) check(world, question)
      }),
      { numRuns: 3, endOnFailure: true },
    )

  test('is the same for events in any order', () => {
    forEach((world, question) => {
      const reversed = definedFunnel(world.events.toReversed(), question, world)
      expect(resultsOf(reversed)).toEqual(resultsOf(definedFunnel(world.events, question, world)))
    })
  })

  test('has as many actors as it counts', () => {
    forEach((world, { vizType: _, ...rest }) => {
      const question = { ...rest, vizType: 'steps' as const }
      for (const row of definedFunnel(world.events, question, world)) {
        const counts = (row.result as readonly DefinedStep[]).map(({ count }) => count)
        expect(countsOfActors(row, question)).toEqual(
          counts.map((converted, step) => ({
            converted,
            dropped: step === 0 ? 0 : (counts[requiredBefore(step, question)] ?? 0) - converted,
          })),
        )
      }
    })
  })
})
