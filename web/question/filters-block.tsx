import { FilterChips } from './filter-chips.tsx'
import type { Filters, FilterType } from './node.ts'
import { ProblemText } from './problem.tsx'
import { TestAccountsSwitch } from './test-accounts-switch.tsx'

interface FiltersBlockProps {
  readonly filters: Filters | undefined
  readonly leavesOutTestAccounts: boolean
  /** Such as "Filters, for all series". */
  readonly heading?: string
  readonly types?: readonly FilterType[]
  onFilters(filters: Filters | undefined): void
  onTestAccounts(leavesOut: boolean): void
}

/** The filters of a whole question, and the switch for test accounts. */
export const FiltersBlock = ({
  filters,
  leavesOutTestAccounts,
  heading = 'Filters, for all series',
  types,
  onFilters,
  onTestAccounts,
}: FiltersBlockProps) => (
  <div className="block" data-part="filters">
    <div className="block__head">
      <h2>{heading}</h2>
    </div>
    <FilterChips
      filters={filters}
      place="properties"
      addLabel="Add a filter"
      shortcut="f"
      hasOr
      {...(types !== undefined && { types })}
      onChange={onFilters}
    />
    <ProblemText place="properties" />
    <TestAccountsSwitch isOn={leavesOutTestAccounts} onChange={onTestAccounts} />
  </div>
)
