import type { ReactNode } from 'react'

interface SegmentedProps<T extends string> {
  /** The name of the whole control, for screen readers. */
  readonly label: string
  readonly value: T | null
  readonly options: readonly { readonly value: T; readonly label: string; readonly icon?: ReactNode }[]
  onChange(value: T): void
  /** Further buttons at the end, such as one that opens a calendar. */
  readonly children?: ReactNode
}

/**
 * A control for choosing one of a few values. If an option has an icon, only the icon is visible, and
 * screen readers read its label.
 */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  children,
}: SegmentedProps<T>) {
  const isIcons = options.some(({ icon }) => icon !== undefined)
  return (
    <fieldset className={isIcons ? 'seg seg--icons' : 'seg'} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.icon === undefined ? undefined : option.label}
          title={option.icon === undefined ? undefined : option.label}
          onClick={() => onChange(option.value)}
        >
          {option.icon ?? option.label}
        </button>
      ))}
      {children}
    </fieldset>
  )
}
