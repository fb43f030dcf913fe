/** Text that is already HTML. Only {@link html} and {@link raw} make it. Everything else is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | Html | null | readonly Html[]

/**
 * Makes HTML from a template. Its values are escaped for use inside elements and inside quoted attributes.
 * Null is empty.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, next, i) => text + textOf(parts[i - 1] ?? null) + next))
}

/**
 * Takes text as HTML without escaping it. For our own style sheet, and for JSON that was made safe for a
 * page.
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
