import { useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'

interface RenameFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  /** Called with the typed text after ↵ or when the field loses the focus. Called with null after Esc. */
  onDone(typed: string | null): void
}

/** A text field that is shown instead of a name while the name is edited. */
export function RenameField({ label, value, placeholder, onDone }: RenameFieldProps) {
  const [typed, setTyped] = useState(value)
  return (
    <input
      className="rename"
      // biome-ignore lint/a11y/noAutofocus: it takes the place of the name that was pressed
      autoFocus
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      maxLength={TEXT_LIMITS.name}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => onDone(typed.trim())}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur()
        if (key === 'Escape') onDone(null)
      }}
    />
  )
}
