import { IconChevronDown, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { FilterType, PropertyFilter } from '#web/api/query-node.ts'
import { PickList } from '#web/ui/pick-list.tsx'
import { Pop } from '#web/ui/pop.tsx'
import { isComplete } from './filters.ts'
import { operatorName, operatorsOf, valueFor, valueFormOf, valueWords } from './operators.ts'
import { useProblem } from './problem.tsx'
import { filterOf } from './property-filter.ts'
import { propertyName } from './property-names.ts'
import { PropertyPicker } from './property-picker.tsx'
import { ValuePicker } from './value-picker.tsx'
import { useValueType } from './value-type.ts'
import { useVocabulary } from './vocabulary.ts'

type Part = 'property' | 'operator' | 'value'

interface FilterChipProps {
  readonly filter: PropertyFilter
  readonly types: readonly FilterType[]
  /** The path of this filter in the `attr` of an error. */
  readonly place: string
  /** Whether the picker for the value is open at first, as it is for a new filter. */
  readonly opensAtValue: boolean
  onChange(filter: PropertyFilter): void
  onRemove(): void
}

/**
 * A filter as a chip. Its three parts are property, operator and value, and each opens its own picker. As
 * long as the value is missing, the chip has a dotted edge.
 */
export function FilterChip({ filter, types, place, opensAtValue, onChange, onRemove }: FilterChipProps) {
  const [part, setPart] = useState<Part | null>(opensAtValue ? 'value' : null)
  const { cohorts } = useVocabulary()
  const isWrong = useProblem(place) !== null
  const isCohort = filter.type === 'cohort'
  const hasValue = isCohort || valueFormOf(filter.operator) !== 'none'
  const name = isCohort ? 'Cohort' : propertyName(filter.key)
  const value = isCohort
    ? (cohorts.find(({ id }) => id === filter.value)?.name ?? `Cohort ${filter.value}`)
    : valueWords(filter)
  const classes = ['chip', isComplete(filter) ? '' : 'chip--waits', isWrong ? 'chip--wrong' : '']
  const words = `${name} ${operatorName(filter.operator)} ${value}`
  const opener = (at: Part, text: ReactNode, className?: string) => (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      aria-label={`${{ property: 'Property', operator: 'Operator', value: 'Value' }[at]}: ${words}`}
      onClick={() => setPart(part === at ? null : at)}
    >
      {text}
    </button>
  )
  return (
    <Pop
      isOpen={part !== null}
      onClose={() => setPart(null)}
      target={
        <span className={classes.filter(Boolean).join(' ')} title={words}>
          {opener('property', <span className="cut">{name}</span>, 'part')}
          {opener('operator', operatorName(filter.operator), 'op')}
          {hasValue && opener('value', <span className="cut">{value || 'choose'}</span>, 'part')}
          <button type="button" className="x" aria-label={`Remove the filter ${words}`} onClick={onRemove}>
            <IconX size={12} aria-hidden />
          </button>
        </span>
      }
    >
      {part !== null && (
        <ChipPart part={part} filter={filter} types={types} onChange={onChange} onPart={setPart} />
      )}
    </Pop>
  )
}

interface ChipPartProps extends Pick<FilterChipProps, 'filter' | 'types' | 'onChange'> {
  readonly part: Part
  onPart(part: Part | null): void
}

function ChipPart({ part, filter, types, onChange, onPart }: ChipPartProps) {
  const valueType = useValueType(filter)
  const { cohorts } = useVocabulary()
  const isCohort = filter.type === 'cohort'
  if (part === 'property' || (part === 'value' && isCohort))
    return (
      <PropertyPicker
        label="Property"
        types={part === 'value' && cohorts.length > 0 ? ['cohort'] : types}
        onPick={(picked) => {
          onChange(filterOf(picked))
          onPart(picked.type === 'cohort' ? null : 'value')
        }}
      />
    )
  if (part === 'operator')
    return (
      <PickList
        key="operator"
        label="Operator"
        groups={[{ label: null, items: operatorItems(isCohort ? ['in', 'not_in'] : operatorsOf(valueType)) }]}
        onPick={(operator) => {
          onChange({ ...filter, operator, value: isCohort ? filter.value : valueFor(operator, filter) })
          onPart(isCohort || valueFormOf(operator) === 'none' ? null : 'value')
        }}
      />
    )
  return (
    <ValuePicker
      filter={filter}
      onChange={(value) => onChange({ ...filter, value })}
      onClose={() => onPart(null)}
      head={
        <div className="picks__head">
          <button type="button" className="pill" onClick={() => onPart('property')}>
            <span className="cut">{propertyName(filter.key)}</span>
            <IconChevronDown size={14} aria-hidden />
          </button>
          <button type="button" className="pill" onClick={() => onPart('operator')}>
            {operatorName(filter.operator)}
            <IconChevronDown size={14} aria-hidden />
          </button>
        </div>
      }
    />
  )
}

const operatorItems = (operators: readonly string[]) =>
  operators.map((operator) => ({ key: operator, label: operatorName(operator) }))
