import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'

interface TextChipProps {
  readonly text: string
  /** The noun for the text in the label of the remove button, such as "start" in "start /pricing". */
  readonly noun: string
  onRemove(): void
}

/** A chip with a text, and a button that removes it. */
export const TextChip = ({ text, noun, onRemove }: TextChipProps) => (
  <span className="chip">
    <span className="cut" title={text}>
      {text}
    </span>
    <button type="button" className="x" aria-label={`Remove ${noun} ${text}`} onClick={onRemove}>
      <IconX className="i i--12" aria-hidden />
    </button>
  </span>
)

interface AddTextProps {
  readonly label: string
  readonly placeholder: string
  onAdd(text: string): void
}

/**
 * A button that turns into a text field. The text is added when the user presses Enter or leaves the field.
 */
export function AddText({ label, placeholder, onAdd }: AddTextProps) {
  const [typed, setTyped] = useState<string | null>(null)
  if (typed === null)
    return (
      <button type="button" className="add" onClick={() => setTyped('')}>
        <IconPlus size={14} aria-hidden /> {label}
      </button>
    )
  const take = () => {
    if (typed.trim() !== '') onAdd(typed.trim())
    setTyped(null)
  }
  return (
    <input
      className="pill pill--text"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
      autoFocus
      onChange={(change) => setTyped(change.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
        if (event.key !== 'Escape') return
        event.preventDefault()
        setTyped(null)
      }}
    />
  )
}
