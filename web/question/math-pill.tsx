import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { PickList } from '#web/ui/pick-list.tsx'
import { Pop } from '#web/ui/pop.tsx'
import { type MathChoice, type MathOption, mathName, mathOptions } from './math.ts'
import { propertyName } from './property-names.ts'
import { properties, useVocabulary } from './vocabulary.ts'

interface MathPillProps {
  readonly choice: MathChoice
  /** The maths that the kind of the question allows. The first one is its default. */
  readonly maths: readonly string[]
  onChange(choice: MathChoice): void
  /** The label of the control, such as "Math of series A". */
  readonly label: string
}

/**
 * Control for the math of a series: what it computes, such as a number of events, unique persons, or the
 * sum of a property.
 */
export function MathPill({ choice, maths, onChange, label }: MathPillProps) {
  const { groupTypes } = useVocabulary()
  const [step, setStep] = useState<'closed' | 'math' | MathOption>('closed')
  const close = () => setStep('closed')
  const options = mathOptions(maths, groupTypes)
  return (
    <Pop
      isOpen={step !== 'closed'}
      onClose={close}
      target={
        <button type="button" className="pill" aria-label={label} onClick={() => setStep('math')}>
          <span className="cut">{mathName(choice, maths[0] ?? 'total', groupTypes)}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      }
    >
      {typeof step === 'object' ? (
        <NumericProperties
          label={step.label}
          onPick={(math_property, type) => {
            onChange({
              ...step.choice,
              math_property,
              ...(type === 'person' && { math_property_type: 'person_properties' }),
            })
            close()
          }}
        />
      ) : (
        <PickList
          label={label}
          placeholder="Search what to count"
          groups={[{ label: null, items: options.map((one) => ({ key: one.label, label: one.label })) }]}
          onPick={(picked) => {
            const option = options.find((one) => one.label === picked)
            if (option === undefined) return
            if (option.needsProperty) return setStep(option)
            onChange(option.choice)
            close()
          }}
        />
      )}
    </Pop>
  )
}

interface NumericPropertiesProps {
  readonly label: string
  onPick(property: string, type: 'event' | 'person'): void
}

function NumericProperties({ label, onPick }: NumericPropertiesProps) {
  const { id } = useProject()
  const ofEvents = useQuery(properties(id, { type: 'event' })).data ?? []
  const ofPersons = useQuery(properties(id, { type: 'person' })).data ?? []
  const numeric = (type: 'event' | 'person', list: typeof ofEvents) =>
    list
      .filter((one) => one.type === 'Numeric')
      .map(({ name }) => ({ key: `${type} ${name}`, label: propertyName(name) }))
  return (
    <PickList
      key="properties"
      label={label}
      placeholder="Search numeric properties"
      groups={[
        { label: 'Event properties', items: numeric('event', ofEvents) },
        { label: 'Person properties', items: numeric('person', ofPersons) },
      ]}
      empty="No numeric properties."
      onPick={(key) => {
        const isPerson = key.startsWith('person ')
        onPick(key.slice(isPerson ? 7 : 6), isPerson ? 'person' : 'event')
      }}
    />
  )
}
