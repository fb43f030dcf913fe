import { expect, test } from 'vitest'
import { isStepComplete, questionOfStep, toWrittenStep } from './action-steps.ts'

test('empty parts are not written, and parts that the form does not show are', () => {
  const properties = [{ type: 'event', key: 'plan', value: 'pro' }]
  expect(toWrittenStep({ event: 'paid', url: '', text: null, tag_name: 'a', properties })).toEqual({
    event: 'paid',
    tag_name: 'a',
    properties,
  })
  expect([isStepComplete({ event: '', url: null }), isStepComplete({ url: '/a' })]).toEqual([false, true])
})

test.each([
  [{ event: 'paid' }, { event: 'paid', properties: [] }],
  [
    { event: '', url: '/shop' },
    {
      event: null,
      properties: [{ type: 'event', key: '$current_url', operator: 'icontains', value: '/shop' }],
    },
  ],
  [
    { event: 'paid', url: '^/a', url_matching: 'regex' },
    { event: 'paid', properties: [{ type: 'event', key: '$current_url', operator: 'regex', value: '^/a' }] },
  ],
  [{ event: '$autocapture', text: 'Buy' }, null],
  [{ selector: '.buy' }, null],
] as const)('the step %j asks %j', (step, expected) => {
  expect(questionOfStep(step)).toEqual(expected)
})
