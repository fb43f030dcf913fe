import { useEffect, useState } from 'react'

interface NumberPillProps {
  readonly label: string
  readonly value: number
  readonly least: number
  readonly most: number
  onChange(value: number): void
  /** The `data-part` of this control. Sentences refer to the control by it. */
  readonly part?: string
}

/**
 * A field for a whole number. The number is applied when the user presses Enter or leaves the field, if it
 * is between `least` and `most`.
 */
export function NumberPill({ label, value, least, most, onChange, part }: NumberPillProps) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const finish = () => {
    const number = Number(typed)
    if (Number.isInteger(number) && number >= least && number <= most) {
      if (number !== value) onChange(number)
    } else setTyped(String(value))
  }
  return (
    <input
      className="pill pill--number"
      type="number"
      inputMode="numeric"
      aria-label={label}
      data-part={part}
      min={least}
      max={most}
      value={typed}
      onChange={(change) => setTyped(change.target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
      }}
    />
  )
}
