import { useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'

interface EditableNameProps {
  readonly label: string
  readonly name: string
  /** Called with the changed name; null if the user may not change it. */
  readonly onChange: ((name: string) => void) | null
}

/** A name that is edited in place. Enter, or leaving the field, keeps the change. Escape drops it. */
export function EditableName({ label, name, onChange }: EditableNameProps) {
  const [draft, setDraft] = useState<string | null>(null)
  if (onChange === null) return name
  if (draft === null)
    return (
      <button type="button" className="cut" title="Change the name" onClick={() => setDraft(name)}>
        {name}
      </button>
    )
  const end = (isKept: boolean) => {
    if (isKept && draft.trim() !== '' && draft !== name) onChange(draft.trim())
    setDraft(null)
  }
  return (
    <input
      aria-label={label}
      className="editable"
      // biome-ignore lint/a11y/noAutofocus: the click on the name asks for the field
      autoFocus
      value={draft}
      maxLength={TEXT_LIMITS.name}
      onFocus={(event) => event.target.select()}
      onChange={(change) => setDraft(change.target.value)}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') end(true)
        if (event.key === 'Escape') end(false)
      }}
    />
  )
}
