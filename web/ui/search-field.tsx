import { IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  onChange(value: string): void
  readonly ref?: Ref<HTMLInputElement>
}

/** A search field. Its label is also its placeholder. */
export const SearchField = ({ label, value, onChange, ref }: SearchFieldProps) => (
  <span className="field">
    <IconSearch size={16} stroke={1.5} aria-hidden />
    <input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
)
