import { expect, test } from 'vitest'
import type { Language } from './snippets.ts'
import { causesFor } from './waiting-causes.ts'

const BROWSER = ['An ad blocker', 'An automated browser', 'A content security policy']
const HERE = 'An address of this machine'

test.each([
  ['Browser', 'https://a.example.com', BROWSER],
  ['Browser', 'http://a.example.com', [...BROWSER, 'A page on https']],
  ['Browser', 'http://127.0.0.1:8000', [...BROWSER, HERE]],
  ['Node', 'http://localhost:8000', ['Events not sent yet', HERE]],
  ['Python', 'https://a.example.com', ['Events not sent yet']],
  ['curl', 'http://[::1]:8000', [HERE]],
  ['curl', 'https://a.example.com', []],
] as const)('what keeps events of %s away from %s', (language: Language, origin, expected) => {
  expect(causesFor(language, origin).map(({ what }) => what)).toEqual(expected)
})

test('the policy of a page needs the origin of the server, without a path', () => {
  const { remedy } = causesFor('Browser', 'https://a.example.com')[2] ?? { remedy: '' }
  expect(remedy).toContain(' https://a.example.com in its script-src')
})
