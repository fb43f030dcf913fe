import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { configScript, toRemoteConfig } from './sdk-answers.ts'

test.each([
  'phc_a',
  '"];alert(1)//',
  '</script><script>alert(1)</script>',
  '\u2028\u2029',
  '\\',
  "'",
  '`',
  '<!--',
  '__proto__',
])('the script holds the token %s as text, never as code', (token) => {
  const script = configScript(token, toRemoteConfig(false))
  expect(script).not.toMatch(/[<>\u2028\u2029]/)
  const window = { _POSTHOG_REMOTE_CONFIG: Object.create(null) }
  runInNewContext(script, { window })
  expect(Object.getOwnPropertyNames(window._POSTHOG_REMOTE_CONFIG)).toEqual([token])
})
