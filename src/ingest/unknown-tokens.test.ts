import { expect, test } from 'vitest'
import { createUnknownTokens, refusalSentence, resembles } from './unknown-tokens.ts'

const TOKEN = 'phc_4hJq0Zx9bQmV2sKd7LwT1cRyN8uEoA5gPfXi3MtBzYk'

test.each([
  ['with a character replaced', TOKEN.replace('0Zx', '0Zy'), true],
  ['with two characters replaced', TOKEN.replace('0Zx', 'OZy'), true],
  ['with characters replaced in its middle', TOKEN.replace('0Zx', 'Oyz'), true],
  ['with a character replaced at each end', TOKEN.replace('4h', '5h').replace('Yk', 'Zk'), false],
  ['with a character left out', TOKEN.replace('Q', ''), true],
  ['with two characters left out', TOKEN.replace('Q', '').replace('w', ''), true],
  ['with one left out and one added', `${TOKEN.replace('Q', '')}x`, true],
  ['with three added', `${TOKEN}xyz`, true],
  ['in quotes', `"${TOKEN}"`, true],
  ['with two characters swapped', TOKEN.replace('bQ', 'Qb'), true],
  ['without its end', TOKEN.slice(0, 8), true],
  ['without its beginning', TOKEN.slice(-8), true],
  ['that is only the prefix of tokens', 'phc_', false],
  ['its middle', TOKEN.slice(5, 30), false],
  ['in other case', TOKEN.toUpperCase(), false],
  ['another one', 'phc_Yk3MtBziPfXoA5gEuN8ycRT1wLd7sKV2mQb9xZ0qJh4', false],
  ['empty', '', false],
])('a token %s', (_name, token, expected) => {
  expect(resembles(token, TOKEN)).toBe(expected)
})

test('tokens are counted and shown by their beginning, the last seen first', () => {
  let nowMs = 1_000
  const tokens = createUnknownTokens(() => nowMs)
  expect(tokens.add(TOKEN)).toBe(true)
  nowMs = 2_000
  expect(tokens.add('phc_other_token')).toBe(true)
  nowMs = 3_000
  expect(tokens.add(TOKEN)).toBe(false)
  const [first, second] = tokens.seen()
  expect(first).toMatchObject({ start: 'phc_4hJq', length: TOKEN.length, count: 2, lastSeenMs: 3_000 })
  expect(second).toMatchObject({ start: 'phc_oth', length: 15, count: 1, lastSeenMs: 2_000 })
  expect(tokens.seen()).toHaveLength(2)
  expect(JSON.stringify(tokens.seen())).not.toContain(TOKEN)
  expect([first?.resembles(TOKEN), second?.resembles(TOKEN)]).toEqual([true, false])
  expect(tokens.sinceMs).toBe(1_000)
})

test.each([
  ['', ''],
  ['a', ''],
  ['secret', 'sec'],
  ['0123456789', '01234'],
  ['\ud83d\ude00x', '\ufffd'],
])('%j is shown as %j', (token, start) => {
  const tokens = createUnknownTokens(() => 0)
  tokens.add(token)
  expect(tokens.seen()[0]?.start).toBe(start)
})

test('a hundred are held, and the least recently seen one is evicted', () => {
  const tokens = createUnknownTokens(() => 0)
  const name = (i: number) => `${String(i).padStart(4, '0')}-token`
  for (let i = 0; i < 100; i++) tokens.add(name(i))
  tokens.add(name(0))
  tokens.add(name(100))
  const starts = tokens.seen().map((token) => token.start)
  expect(starts).toHaveLength(100)
  expect(starts.slice(0, 2)).toEqual(['0100-', '0000-'])
  expect(starts).not.toContain('0001-')
  expect(starts).toContain('0002-')
})

test('very long tokens that differ at the end are told apart by length only', () => {
  const tokens = createUnknownTokens(() => 0)
  const long = 'x'.repeat(1_000_000)
  for (const token of [long, `${long.slice(1)}y`, `${long}y`]) tokens.add(token)
  expect(tokens.seen().map(({ start, length, count }) => [start, length, count])).toEqual([
    ['xxxxxxxx', 1_000_001, 1],
    ['xxxxxxxx', 1_000_000, 2],
  ])
})

test('the log line names the project that was probably meant, and never the whole token', () => {
  const projects = [
    { id: 1, name: 'Site', apiToken: 'phc_Yk3MtBziPfXoA5gEuN8ycRT1wLd7sKV2mQb9xZ0qJh4' },
    { id: 7, name: 'Shop\n', apiToken: TOKEN },
  ]
  const typo = TOKEN.replace('Q', 'O')
  const sentence = refusalSentence(typo, projects)
  expect(sentence).toContain('"phc_4hJq"')
  expect(sentence).toContain('project 7, "Shop\\n"')
  expect(sentence).not.toContain(typo.slice(0, 12))
  expect(refusalSentence('phc_nobody_has_this_one', projects)).not.toContain('project 1')
  expect(refusalSentence('phc_nobody_has_this_one', projects)).not.toContain('meant')
})
