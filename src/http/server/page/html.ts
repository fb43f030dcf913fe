/**
 * Text that is already HTML. Only {@link html} and {@link raw} make such text; every other text is escaped.
 */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | Html | null | readonly Html[]

/**
 * Makes HTML from a template. The values are escaped, so that they can stand inside elements and inside
 * quoted attributes. Null becomes an empty text.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, i) => text + textOf(parts[i - 1] ?? null) + next))
}

/**
 * Takes text as HTML without escaping it. Only for the server's own style sheet, and for JSON that was made
 * safe for a page.
 */
export const raw = (text: string): Html => new Html(text)

function textOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
