import { IconChevronDown } from '@tabler/icons-react'

interface SelectPillProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  onChange(value: T): void
  /** Whether only screen readers get the label, because the row already shows it. */
  readonly isLabelHidden?: boolean
  /** The `data-part` of this control. Sentences refer to the control by it. */
  readonly part?: string
}

/**
 * A control for one rule of a question. The name of the rule is at the left. Its value is a pill, which
 * opens the native list of the browser.
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
