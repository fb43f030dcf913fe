import { expect, test } from 'vitest'
import type { ActionStep } from '#contract/action.ts'
import { actionMatcher } from './action.ts'
import { filtersIn } from './filter.ts'

const url = (operator: string, value: string) => ({
  kind: 'filter',
  on: 'event',
  key: '$current_url',
  operator,
  values: [value],
})
const element = (key: string, operator: string, value: string) => ({
  kind: 'filter',
  on: 'element',
  key,
  operator,
  values: [value],
})

const STEPS: readonly [ActionStep, string | null, readonly object[]][] = [
  [{}, null, []],
  [{ event: null, url: '', text: null, selector: '', properties: [] }, null, []],
  [{ event: 'paid' }, 'paid', []],
  [{ event: '' }, null, []],
  [{ url: '/p' }, null, [url('icontains', '/p')]],
  [{ url: '/p%_', url_matching: 'contains' }, null, [url('icontains', '/p%_')]],
  [{ url: '^/p', url_matching: 'regex' }, null, [url('regex', '^/p')]],
  [{ url: '/p', url_matching: 'exact' }, null, [url('exact', '/p')]],
  [{ url_matching: 'exact' }, null, []],
  [{ text: 'Buy' }, null, [element('text', 'exact', 'Buy')]],
  [{ text: 'buy', text_matching: 'contains' }, null, [element('text', 'icontains', 'buy')]],
  [{ href: '/p' }, null, [element('href', 'exact', '/p')]],
  [{ href: 'p$', href_matching: 'regex' }, null, [element('href', 'regex', 'p$')]],
  [{ tag_name: 'a' }, null, [element('tag_name', 'exact', 'a')]],
  [{ selector: 'main > .btn' }, null, [element('selector', 'exact', 'main > .btn')]],
  [
    { event: '$autocapture', url: '/p', text: 'Buy', properties: [{ key: 'plan', value: 'pro' }] },
    '$autocapture',
    [
      url('icontains', '/p'),
      element('text', 'exact', 'Buy'),
      { kind: 'filter', on: 'event', key: 'plan', operator: 'exact', values: ['pro'] },
    ],
  ],
]

test.each(STEPS)('the step %j', (parts, event, filters) => {
  const [alternative, ...others] = actionMatcher({ steps: [parts] })
  expect(others).toEqual([])
  expect(alternative?.event).toBe(event)
  expect(alternative && filtersIn(alternative.filter)).toEqual(filters)
})

test('each step is an alternative, and without steps there is none', () => {
  expect(actionMatcher({ steps: [] })).toEqual([])
  const steps = ['a', 'b'].map((event) => ({ event }))
  expect(actionMatcher({ steps }).map(({ event }) => event)).toEqual(['a', 'b'])
})

test.each<[ActionStep, string]>([
  [{ selector: 'a:hover' }, 'steps__0__selector'],
  [{ url: 'a{1,1000}b', url_matching: 'regex' }, 'steps__0__url'],
  [{ text: '(a{1,100}){1,100}', text_matching: 'regex' }, 'steps__0__text'],
  [{ properties: [{ key: 'a', operator: 'is' }] }, 'steps__0__properties__0__operator'],
  [{ properties: 'a' }, 'steps__0__properties'],
])('%j is refused with its place', (parts, attr) => {
  expect(() => actionMatcher({ steps: [parts] })).toThrow(expect.objectContaining({ attr }))
})

test('the conditions of all steps together have a limit', () => {
  const properties = Array.from({ length: 150 }, (_, i) => ({ key: `k${i}`, value: 1 }))
  expect(() => actionMatcher({ steps: [{ properties }] })).not.toThrow()
  expect(() => actionMatcher({ steps: [{ properties }, { properties }] })).toThrow(
    expect.objectContaining({ code: 'max_length', attr: 'steps', message: expect.stringContaining('300') }),
  )
})
