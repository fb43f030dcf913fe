import { expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { proposedExclusion, withFunnelFilter, withSteps } from './funnel-filter.ts'

const step = (event: string) => ({ kind: 'EventsNode', event }) as const
const exclusion = (from: number, to: number) => ({
  ...step('refund'),
  funnelFromStep: from,
  funnelToStep: to,
})

test('a rule that is taken back leaves no trace', () => {
  const question: QueryNode = { kind: 'FunnelsQuery', funnelsFilter: { funnelOrderType: 'strict' } }
  expect(withFunnelFilter(question, { funnelOrderType: undefined }).funnelsFilter).toEqual({})
})

test('rules about a step that is removed are removed with it', () => {
  const question: QueryNode = {
    kind: 'FunnelsQuery',
    series: [step('a'), step('b'), step('c')],
    funnelsFilter: {
      exclusions: [exclusion(0, 1), exclusion(1, 2)],
      funnelFromStep: 1,
      funnelToStep: 2,
      breakdownAttributionType: 'step',
      breakdownAttributionValue: 2,
    },
  }
  expect(withSteps(question, [step('a'), step('b')])).toEqual({
    kind: 'FunnelsQuery',
    series: [step('a'), step('b')],
    funnelsFilter: {
      exclusions: [exclusion(0, 1)],
      breakdownAttributionType: 'step',
      breakdownAttributionValue: 0,
    },
  })
})

test.each([
  [['sign up', 'up', 'paid'], ['sign up'], 'up'],
  [['paid', 'refund'], ['paid', 'signed up'], 'refund'],
  [['paid'], ['paid', 'signed up'], null],
])('of %j a funnel of %j is proposed to exclude %s', (names, steps, proposed) =>
  expect(proposedExclusion(names, steps.map(step))).toBe(proposed),
)
