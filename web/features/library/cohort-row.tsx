import { IconX } from '@tabler/icons-react'
import { Button } from '#web/ui/button.tsx'
import { type Condition, hasValue, PERSON_OPERATORS } from './cohort-conditions.ts'

interface ConditionRowProps {
  readonly condition: Condition
  /** Its place, from 1, for screen readers. */
  readonly place: number
  /** The names of a datalist. */
  readonly propertyList: string
  readonly eventList: string
  onChange(condition: Condition): void
  onRemove(): void
}

/** One condition of a cohort, on a property of persons or on what they did. */
export function ConditionRow({
  condition,
  place,
  propertyList,
  eventList,
  onChange,
  onRemove,
}: ConditionRowProps) {
  return (
    <div className="made__row">
      {condition.type === 'person' ? (
        <>
          <input
            className="field"
            aria-label={`Property of condition ${place}`}
            placeholder="Property"
            list={propertyList}
            value={condition.key}
            onChange={({ target }) => onChange({ ...condition, key: target.value })}
          />
          <select
            className="field"
            aria-label={`Operator of condition ${place}`}
            value={condition.operator}
            onChange={({ target }) => onChange({ ...condition, operator: target.value })}
          >
            {PERSON_OPERATORS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          {hasValue(condition.operator) && (
            <input
              className="field"
              aria-label={`Value of condition ${place}`}
              placeholder="Value"
              value={condition.value}
              onChange={({ target }) => onChange({ ...condition, value: target.value })}
            />
          )}
        </>
      ) : (
        <>
          <select
            className="field"
            aria-label={`Whether in condition ${place}`}
            value={condition.isNegated ? 'not' : 'did'}
            onChange={({ target }) => onChange({ ...condition, isNegated: target.value === 'not' })}
          >
            <option value="did">Did</option>
            <option value="not">Did not do</option>
          </select>
          <input
            className="field"
            aria-label={`Event of condition ${place}`}
            placeholder="Event"
            list={eventList}
            value={condition.key}
            onChange={({ target }) => onChange({ ...condition, key: target.value })}
          />
          <select
            className="field"
            aria-label={`How often in condition ${place}`}
            value={condition.value}
            onChange={({ target }) => onChange({ ...condition, value: target.value as 'performed_event' })}
          >
            <option value="performed_event">at least once</option>
            <option value="performed_event_multiple">at least</option>
          </select>
          {condition.value === 'performed_event_multiple' && (
            <>
              <input
                className="field field--short"
                type="number"
                min="1"
                aria-label={`Times of condition ${place}`}
                value={condition.times}
                onChange={({ target }) => onChange({ ...condition, times: Number(target.value) })}
              />
              times
            </>
          )}
          in the last
          <input
            className="field field--short"
            type="number"
            min="1"
            aria-label={`Days of condition ${place}`}
            value={condition.days}
            onChange={({ target }) => onChange({ ...condition, days: Number(target.value) })}
          />
          days
        </>
      )}
      <span className="grow" />
      <Button
        look="plain"
        isSmall
        aria-label={`Remove condition ${place}`}
        icon={<IconX size={14} stroke={1.5} />}
        onClick={onRemove}
      />
    </div>
  )
}
