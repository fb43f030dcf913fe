import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LANGUAGES, snippetOf } from '../../web/features/ingest/snippets.ts'

const INSTALL = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8')

test.each(LANGUAGES)('docs/install.md has the snippet for %s', (language) => {
  const { text } = snippetOf(language, 'https://analytics.example.com', 'phc_your_project_token')
  expect(INSTALL).toContain(text)
})

test('the folded lines are the function that loads the SDK', () => {
  const { text, folded } = snippetOf('Browser', 'https://a.example', 'phc_x')
  const lines = text.split('\n')
  expect(lines[(folded?.from ?? 0) - 1]).toContain('function (page, posthog)')
  expect(lines[(folded?.from ?? 0) + (folded?.count ?? 0)]).toContain('})(document')
})
