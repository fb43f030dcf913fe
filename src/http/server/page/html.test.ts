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

test('values of nested templates are escaped once', () => {
  const items = ['<', '&'].map((text) => html`<li>${text}</li>`)
  expect(html`<ul>${items}</ul>${raw('<hr>')}`.text).toBe('<ul><li>&lt;</li><li>&amp;</li></ul><hr>')
})

test('a value with the fields of a template is refused', () => {
  const value = JSON.parse('{"text":"<script>"}') as never
  expect(() => html`${value}`).toThrow(TypeError)
})
