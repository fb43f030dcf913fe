import { Fragment } from 'react'
import type { SentencePart } from '#web/question/sentence-part.ts'

interface SentenceProps {
  readonly parts: readonly SentencePart[]
  /** Called before the control is looked up, because the form may be hidden behind a button. */
  onShow(): void
}

/** The question in words. Each bold part is a button to its control. */
export const Sentence = ({ parts, onShow }: SentenceProps) => (
  <p className="sentence">
    {parts.map(({ text, to }, at) =>
      to === undefined ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
        <Fragment key={at}>{text}</Fragment>
      ) : (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place
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
 * The control that a part opens at, in order of preference: its event, the value of its filter, its chip,
 * what is chosen, any control.
 */
const CONTROLS = [
  '.series__event',
  '.chip [aria-label^="Value: "]',
  '.chip button',
  '[aria-pressed="true"]',
  'button, input, select',
]

/** Scrolls the control of a part into view, focuses it, and opens the list of the control if there is one. */
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
    // Some browsers open lists only for a click. The list has the focus then, and a key opens it.
  }
}
