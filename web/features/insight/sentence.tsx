import { Fragment } from 'react'
import type { SentencePart } from '#web/question/describe.ts'

interface SentenceProps {
  readonly parts: readonly SentencePart[]
  /** Before the control is looked for: the form may be behind a button. */
  onShow(): void
}

/** The question in words. What is bold is a button to its control. */
export const Sentence = ({ parts, onShow }: SentenceProps) => (
  <p className="sentence">
    {parts.map(({ text, to }, at) =>
      to === undefined ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
        <Fragment key={at}>{text}</Fragment>
      ) : (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          key={at}
          type="button"
          onClick={() => {
            onShow()
            requestAnimationFrame(() => showPart(to))
          }}
        >
          {text}
        </button>
      ),
    )}
  </p>
)

/** Brings the control of a part into sight and focuses it. */
function showPart(part: string): void {
  const place = document.querySelector<HTMLElement>(`[data-part="${part}"]`)
  if (place === null) return
  place.scrollIntoView({ block: 'nearest' })
  const isControl = place.matches('button, input')
  const control = isControl
    ? place
    : (place.querySelector<HTMLElement>('.series__event, .chip button, [aria-pressed="true"]') ??
      place.querySelector<HTMLElement>('button, input'))
  control?.focus()
}
