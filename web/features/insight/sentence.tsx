import { Fragment } from 'react'
import type { SentencePart } from '#web/question/sentence-part.ts'

interface SentenceProps {
  readonly parts: readonly SentencePart[]
  /**
   * Called after a click, before the control is looked for. On phones the form is hidden until then, and the
   * control would not be found.
   */
  onShow(): void
}

/** The question in words. A bold part is a button that opens the control of this part. */
export const Sentence = ({ parts, onShow }: SentenceProps) => (
  <p className="sentence">
    {parts.map(({ text, to }, at) =>
      to === undefined ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index
        <Fragment key={at}>{text}</Fragment>
      ) : (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its index
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

/**
 * Selectors of the control to open for a part of the sentence, the most suitable first: the event, the
 * value of a filter, the chip of a filter, a chosen option, any control.
 */
const CONTROLS = [
  '.series__event',
  '.chip [aria-label^="Value: "]',
  '.chip button',
  '[aria-pressed="true"]',
  'button, input, select',
]

/** Scrolls to the control of a part of the sentence and focuses it. If the control has a list, opens it. */
function showPart(part: string): void {
  const place = document.querySelector<HTMLElement>(`[data-part="${part}"]`)
  if (place === null) return
  place.scrollIntoView({ block: 'nearest' })
  const control = place.matches('button, input, select')
    ? place
    : CONTROLS.map((one) => place.querySelector<HTMLElement>(one)).find((one) => one !== null)
  control?.focus()
  if (control?.matches('[aria-haspopup]')) control.click()
  if (control instanceof HTMLSelectElement) openList(control)
}

function openList(select: HTMLSelectElement): void {
  try {
    select.showPicker()
  } catch {
    // Some browsers open lists only after a click. The list has the focus now, and a key opens it.
  }
}
