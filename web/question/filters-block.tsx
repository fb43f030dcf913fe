import type { QueryNode } from '#web/api/query-node.ts'
import { FilterChips } from './filter-chips.tsx'
import { ProblemText } from './problem.tsx'
import { TestAccountsSwitch } from './test-accounts-switch.tsx'
import { withField } from './with-field.ts'

interface FiltersBlockProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
  /** The heading of the block, such as "Filters, for all steps". */
  readonly heading: string
}

/** The filters of the whole question, and the switch for test accounts. All kinds use this block. */
export function FiltersBlock({ question, setQuestion, heading }: FiltersBlockProps) {
  const { properties, filterTestAccounts } = question
  return (
    <div className="block" data-part="filters">
      <div className="block__head">
        <h2>{heading}</h2>
      </div>
      <FilterChips
        filters={properties}
        place="properties"
        addLabel="Add a filter"
        shortcut="f"
        hasOr
        onChange={(filters) => setQuestion(withField(question, 'properties', filters))}
      />
      <ProblemText place="properties" />
      <TestAccountsSwitch
        isOn={filterTestAccounts === true}
        onChange={(isOn) => setQuestion(withField(question, 'filterTestAccounts', isOn || undefined))}
      />
    </div>
  )
}
