import { expect, test } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import { errorFacts, errorWords, withoutSecrets } from './error-facts.ts'

const secret = 'ada@example.com'
const parserFault = () => {
  try {
    return JSON.parse(`{"email": ${secret}}`)
  } catch (error) {
    return error
  }
}

test.each([
  ['the engine', new EngineError('other', `Cannot parse '${secret}' in scope SELECT '${secret}'`, 6)],
  ['chDB', new Error(`Code: 62. DB::Exception: Syntax error: SELECT '${secret}'`)],
  ['a parser', parserFault()],
])('the words of %s, which quote data, are left out', (_, error) => {
  expect(JSON.stringify(errorFacts(error))).not.toContain(secret)
  expect(errorWords(error)).not.toContain(secret)
})

test('what is left of an engine error are its kind, its code and where it was thrown', () => {
  const facts = errorFacts(new EngineError('disk_full', 'SELECT 1', 243))
  expect(facts).toEqual({ type: 'EngineError', kind: 'disk_full', code: 243, stack: expect.any(String) })
  expect(facts.stack).toMatch(/^\s+at /)
  expect(errorWords(new EngineError('disk_full', 'SELECT 1', 243))).toBe('EngineError disk_full 243')
})

test('errors of the program and of the system keep their words', () => {
  expect(errorWords(new TypeError('x is not a function'))).toBe('TypeError: x is not a function')
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  expect(errorWords(full)).toBe('Error SQLITE_FULL: database or disk is full')
  expect(errorWords('a text')).toBe('string')
})

test.each([
  ['the key phx_abc-DEF_1 of it', 'the key [secret] of it'],
  ['phc_a and phx_b', '[secret] and [secret]'],
  ['graph_x, alphx_1', 'graph_x, alphx_1'],
])('%s', (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected)
})
