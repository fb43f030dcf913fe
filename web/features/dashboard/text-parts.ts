interface Paragraph {
  /** 0 for a paragraph of text, 1 to 3 for a heading. */
  readonly level: number
  readonly text: string
}
interface Part {
  readonly text: string
  readonly isBold?: boolean
  /** The address of a link. Only http and https addresses become links. */
  readonly href?: string
}

/** Splits Markdown into paragraphs. The tiles of a dashboard support headings, bold words and links. */
export const paragraphsOf = (body: string): readonly Paragraph[] =>
  body
    .split(/\n{2,}|\n(?=#)|(?<=^#.*)\n/m)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [, marks = '', words = text] = /^(#{1,3})\s(.*)$/s.exec(text) ?? []
      return { level: marks.length, text: words.trim() }
    })

const INLINE = /\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)/g

/** Splits a paragraph into plain text, bold words and links. All other Markdown stays as it was typed. */
export function inlineParts(text: string): readonly Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    const { bold, label, href } = match.groups ?? {}
    if (bold !== undefined) parts.push({ text: bold, isBold: true })
    else if (label !== undefined && href !== undefined) parts.push({ text: label, href })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
