import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

interface SortHeaderProps {
  readonly label: string
  /** The name of this order in ascending direction. `-name` is the descending direction. */
  readonly name: string
  readonly sort: string
  /** Whether a first click sorts in descending order. */
  readonly startsDescending?: boolean
  readonly className?: string
  onSort(sort: string): void
}

/** The header of a column by which the table can be sorted. */
export function SortHeader({
  label,
  name,
  sort,
  startsDescending = false,
  className,
  onSort,
}: SortHeaderProps) {
  const isDescending = sort === `-${name}`
  const isOn = isDescending || sort === name
  const next = isOn === isDescending && (isOn || !startsDescending) ? name : `-${name}`
  const Icon = isDescending ? IconArrowDown : IconArrowUp
  return (
    <th className={className} aria-sort={isOn ? (isDescending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sort" onClick={() => onSort(next)}>
        {label}
        {isOn && <Icon size={12} stroke={1.5} aria-hidden />}
      </button>
    </th>
  )
}
