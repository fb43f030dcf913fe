import { IconChevronDown } from '@tabler/icons-react'

interface SelectPillProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  onChange(value: T): void
  /** Whether the label is only for screen readers, because the row shows it already. */
  readonly isLabelHidden?: boolean
  /** The `data-part` by which a sentence refers to this control. */
  readonly part?: string
}

/**
 * A rule of a question: its name at the left, and its value as a pill that opens the native list of the
 * browser.
 */
export function SelectPill<T extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden = false,
  part,
}: SelectPillProps<T>) {
  return (
    <label className={isLabelHidden ? undefined : 'pair'}>
      <span className={isLabelHidden ? 'sr' : 'soft'}>{label}</span>
      <span className="pill pill--select">
        <select
          aria-label={label}
          data-part={part}
          value={value}
          onChange={(change) => onChange(change.target.value as T)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <IconChevronDown className="i i--14" aria-hidden />
      </span>
    </label>
  )
}
