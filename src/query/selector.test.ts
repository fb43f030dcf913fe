import { expect, test } from 'vitest'
import { type ElementTest, parseSelector } from './selector.ts'

const tag = (name: string): ElementTest => ({ on: 'tag', name })
const ofClass = (name: string): ElementTest => ({ on: 'class', name })
const attribute = (name: string, match: 'present' | 'equals' | 'begins' | 'ends' | 'contains', value = '') =>
  ({ on: 'attribute', name, match, value }) as const

const COMPOUNDS: readonly [string, readonly ElementTest[]][] = [
  ['*', []],
  ['button', [tag('button')]],
  ['my-element', [tag('my-element')]],
  ['.btn', [ofClass('btn')]],
  ['a.btn.primary', [tag('a'), ofClass('btn'), ofClass('primary')]],
  ['*.btn', [ofClass('btn')]],
  ['.md\\:flex', [ofClass('md:flex')]],
  ['.p-1\\.5', [ofClass('p-1.5')]],
  ['.\\31 0px', [ofClass('10px')]],
  ['.10px', [ofClass('10px')]],
  ['.größe', [ofClass('größe')]],
  ['#buy', [attribute('id', 'equals', 'buy')]],
  ['#a\\.b', [attribute('id', 'equals', 'a.b')]],
  ['[data-attr]', [attribute('data-attr', 'present')]],
  ['[data-attr="buy now"]', [attribute('data-attr', 'equals', 'buy now')]],
  ["[data-attr='a]b']", [attribute('data-attr', 'equals', 'a]b')]],
  ['[data-attr=buy]', [attribute('data-attr', 'equals', 'buy')]],
  ['[ href ^= "/p" ]', [attribute('href', 'begins', '/p')]],
  ['[href$=".pdf"]', [attribute('href', 'ends', '.pdf')]],
  ['[href*="a\\"b"]', [attribute('href', 'contains', 'a"b')]],
  ['li:nth-child(2)', [tag('li'), { on: 'nth-child', position: 2 }]],
  ['li:nth-of-type( 12 )', [tag('li'), { on: 'nth-of-type', position: 12 }]],
]

test.each(COMPOUNDS)('the selector %s', (selector, tests) => {
  expect(parseSelector(selector, ['selector'])).toEqual([{ tests, within: null }])
})

test('compounds are read from the selected element outwards', () => {
  expect(parseSelector(' main > .list  li>a ', [])).toEqual([
    { tests: [tag('a')], within: 'parent' },
    { tests: [tag('li')], within: 'ancestor' },
    { tests: [ofClass('list')], within: 'parent' },
    { tests: [tag('main')], within: null },
  ])
})

const REFUSED = [
  '',
  ' ',
  'a:hover',
  'a::before',
  'a, b',
  'a + b',
  'a ~ b',
  'a >',
  '> a',
  'a > > b',
  'a..b',
  '#',
  '[a',
  '[a~="b"]',
  '[a|="b"]',
  '[a="b" i]',
  '[="b"]',
  'li:nth-child(2n+1)',
  'li:nth-child(odd)',
  'li:nth-child(0)',
  'li:first-child',
  'a:not(.b)',
  'svg|a',
  'a\\',
  '[a="b\\"]',
]

test.each(REFUSED)('the selector %j is refused by name', (selector) => {
  const refusal = expect.objectContaining({
    code: 'invalid_input',
    attr: 'steps__0__selector',
    message: expect.stringContaining(`"${selector.trim()}"`),
  })
  expect(() => parseSelector(selector, ['steps', 0, 'selector'])).toThrow(refusal)
})

test('long selectors are refused', () => {
  expect(() => parseSelector('a'.repeat(1_001), [])).toThrow('A selector has at most 1000 characters.')
  expect(parseSelector(Array(30).fill('*').join(' '), [])).toHaveLength(30)
  expect(() => parseSelector(Array(31).fill('*').join(' '), [])).toThrow('at most 30 conditions')
  expect(() => parseSelector('.a'.repeat(31), [])).toThrow('has 31')
})
