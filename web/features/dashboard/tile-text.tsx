import { inlineParts, paragraphsOf } from './text-parts.ts'

/** Renders the text of a tile: headings, paragraphs, bold words and links. */
export const TileText = ({ body }: { readonly body: string }) =>
  paragraphsOf(body).map(({ level, text: words }, index) => {
    const Tag = level === 0 ? 'p' : level === 1 ? 'h2' : 'h3'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity of their own
      <Tag key={index}>
        {inlineParts(words).map((part, at) => {
          const key = at
          if (part.href !== undefined)
            return (
              <a key={key} href={part.href} rel="noreferrer" target="_blank">
                {part.text}
              </a>
            )
          return part.isBold ? <b key={key}>{part.text}</b> : <span key={key}>{part.text}</span>
        })}
      </Tag>
    )
  })
