import { describe, expect, test } from 'vitest'
import { peopleLinks } from './people-links.ts'
import { parseQuestionText, questionText } from './question-text.ts'

const series = (event: string | null) => ({ kind: 'EventsNode', event, math: 'dau' })
const NODE = { kind: 'TrendsQuery', series: [series('paid')], dateRange: { date_from: '-30d' } }
const THREE = { ...NODE, series: [series('$pageview'), series("it's \u{1F600} \\ 50 %"), series(null)] }

test.each([NODE, THREE, {}, { kind: 'x'.repeat(100_000) }])('a node is read as it was written', (node) => {
  const text = questionText(node)
  expect(text).toMatch(/^[\w-]+$/)
  expect(parseQuestionText(text)).toEqual(node)
})

test('a link that is stored is read by every later release', () => {
  expect(parseQuestionText('1o8wdBYmZKegm6uAJPqMUpdpaAA')).toEqual({
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: 'paid', math: 'dau' }],
    dateRange: { date_from: '-2d' },
  })
})

test('usual questions take few characters', () => {
  expect(questionText(NODE).length).toBeLessThan(40)
  expect(questionText(THREE).length).toBeLessThan(100)
})

test.each(['', '1', '2abc', '1!', '1AAAA', questionText(NODE).slice(0, -4), '1'.repeat(1_000)])(
  'the text %s is no question',
  (text) => expect(parseQuestionText(text)).toBeNull(),
)

test('a text of a few bytes that inflates to many is no question', () => {
  expect(parseQuestionText(questionText({ kind: 'x'.repeat(2 * 1024 * 1024) }))).toBeNull()
  const deep = `${'['.repeat(100)}${']'.repeat(100)}`
  expect(parseQuestionText(questionText({ deep: JSON.parse(deep) }))).toBeNull()
})

describe('links', () => {
  const linked = { projectId: 7, path: 'trends', asOf: '2026-11-20T12:00:00.000Z' }

  test('select a number, with any text in an address', () => {
    const links = peopleLinks({ ...linked, node: NODE })
    const url = new URL(
      links?.to({ entity_order: 1, day: '2026-11-20 13:00:00', of: 'a&b=c#' }) ?? '',
      'http://a',
    )
    expect(url.pathname).toBe('/api/projects/7/persons/trends/')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      question: questionText(NODE),
      as_of: '2026-11-20T12:00:00.000Z',
      entity_order: '1',
      day: '2026-11-20 13:00:00',
      of: 'a&b=c#',
    })
  })

  test('are left out of an answer with too many numbers', () => {
    const links = peopleLinks({ ...linked, node: NODE })
    const roomFor = (count: number, value: string) => links?.hasRoomFor(count, links.to({ value }))
    expect([roomFor(7_000, ''), roomFor(20_000, '')]).toEqual([true, false])
    expect([roomFor(7_000, 'x'.repeat(100)), roomFor(1, 'x'.repeat(12_000))]).toEqual([false, false])
  })

  test('do not exist for a question that is too long for an address', () => {
    const values = Array.from({ length: 1_000 }, (_, i) => Math.sin(i))
    expect(peopleLinks({ ...linked, node: { ...NODE, values } })).toBeNull()
  })
})
