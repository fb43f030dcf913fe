import { expect, test } from 'vitest'
import { html, raw } from './html.ts'

test.each([
  ['<b>', '&lt;b&gt;'],
  [`"'`, '&quot;&#39;'],
  ['&amp;', '&amp;amp;'],
  [5, '5'],
  [0, '0'],
  [null, ''],
])('%j is written %s', (value, text) => {
  expect(html`<i title="${value}">${value}</i>`.text).toBe(`<i title="${text}">${text}</i>`)
})

test('templates stand in templates as they are, each once escaped', () => {
  const items = ['<', '&'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${raw('<hr>')}`.text).toBe('<ul><li>&lt;</li><li>&amp;</li></ul><hr>')
})

test('what looks like a template and is none is refused', () => {
  const value = JSON.parse('{"text":"<script>"}') as never
  expect(() => html`${value}`).toThrow(TypeError)
})
