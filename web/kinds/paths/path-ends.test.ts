import { describe, expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { pagesByPath, pathOf, ruleOf, withEnd } from './path-ends.ts'

const PATHS = { kind: 'PathsQuery' }
const filterOf = (question: QueryNode) => question['pathsFilter']

test.each([
  ['https://www.example.com/pricing', '/pricing'],
  ['https://www.example.com/pricing/?plan=team#faq', '/pricing'],
  ['http://example.com', '/'],
  ['https://example.com/?a=/b', '/'],
  ['signed up', null],
])('the path of %s is %s', (item, path) => expect(pathOf(item)).toBe(path))

describe('the rule of a path', () => {
  test.each([
    ['/pricing', 'https://a.example/pricing', true],
    ['/pricing', 'http://b.example:8080/pricing/?utm_source=x', true],
    ['/pricing', 'https://a.example/pricing/team', false],
    ['/pricing', 'https://a.example/docs/pricing', false],
    ['/pricing', 'https://a.example/?next=/pricing', false],
    ['/v1.0/(a)', 'https://a.example/v1.0/(a)#top', true],
    ['/v1.0/(a)', 'https://a.example/v1x0/(a)', false],
    ['/', 'https://a.example', true],
    ['/', 'https://a.example/?a=1', true],
    ['/', 'https://a.example/docs', false],
  ])('%s with the address %s: %s', (path, address, matches) => {
    expect(new RegExp(ruleOf(path).regex).test(address)).toBe(matches)
  })
})

describe('a start and an end', () => {
  const byPath = withEnd(PATHS, 'endPoint', { by: 'path', path: '/pricing' })

  test('by path has a rule that makes every address with it the same item', () => {
    expect(filterOf(byPath)).toEqual({ endPoint: '/pricing', localPathCleaningFilters: [ruleOf('/pricing')] })
  })

  test('takes its rule away with it, and leaves those of others', () => {
    expect(filterOf(withEnd(byPath, 'endPoint', null))).toEqual({})
    const both = withEnd(byPath, 'startPoint', { by: 'path', path: '/' })
    expect(filterOf(withEnd(both, 'endPoint', null))).toEqual({
      startPoint: '/',
      localPathCleaningFilters: [ruleOf('/')],
    })
    const own = { regex: '\\d+', alias: 'id' }
    const cleaned = { ...PATHS, pathsFilter: { localPathCleaningFilters: [own] } }
    const again = withEnd(cleaned, 'startPoint', { by: 'path', path: '/a' })
    expect(filterOf(withEnd(again, 'startPoint', { by: 'item', item: 'paid' }))).toEqual({
      startPoint: 'paid',
      localPathCleaningFilters: [own],
    })
  })

  test('at the same path have one rule, which stays as long as one of them needs it', () => {
    const both = withEnd(byPath, 'startPoint', { by: 'path', path: '/pricing' })
    const one = withEnd(both, 'startPoint', null)
    expect(filterOf(both)).toMatchObject({ localPathCleaningFilters: [ruleOf('/pricing')] })
    expect(filterOf(one)).toEqual(filterOf(byPath))
  })
})

test('the views of addresses with one path are added up, the most viewed first', () => {
  const addresses = [
    { name: 'https://a.example/docs', count: 5 },
    { name: 'https://a.example/pricing', count: 4 },
    { name: 'https://b.example/pricing?x=1', count: 3 },
    { name: 'not an address', count: 9 },
  ]
  expect(pagesByPath(addresses)).toEqual([
    { name: '/pricing', count: 7 },
    { name: '/docs', count: 5 },
  ])
})
