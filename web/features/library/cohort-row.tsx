import { IconX } from '@tabler/icons-react'
import { Button } from '#web/ui/button.tsx'
import { type Behavior, type Condition, hasValue, PERSON_OPERATORS } from './cohort-conditions.ts'

interface ConditionRowProps {
  readonly condition: Condition
  /** The number of the condition, counted from 1. Screen readers say it. */
  readonly place: number
  /** The id of the element `datalist` with the names of properties. */
  readonly propertyList: string
  readonly eventList: string
  onChange(condition: Condition): void
  onRemove(): void
}

/** One condition of a cohort: either about a property of persons, or about their events. */
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
        <PersonFields {...{ condition, place, propertyList, onChange }} />
      ) : (
        <BehaviorFields {...{ condition, place, eventList, onChange }} />
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

interface FieldsProps<Shown extends Condition> {
  readonly condition: Shown
  readonly place: number
  onChange(condition: Condition): void
}

function PersonFields({
  condition,
  place,
  propertyList,
  onChange,
}: FieldsProps<Exclude<Condition, Behavior>> & { readonly propertyList: string }) {
  return (
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
  )
}

type BehaviorProps = FieldsProps<Behavior> & { readonly eventList: string }

function BehaviorFields({ condition, place, eventList, onChange }: BehaviorProps) {
  return (
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
        <option value="performed_event_sequence">and then</option>
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
      {condition.value === 'performed_event_sequence' && (
        <FollowingFields {...{ condition, place, eventList, onChange }} />
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
  )
}

/** The fields for the second event of a sequence, and for how soon it must follow. */
function FollowingFields({ condition, place, eventList, onChange }: BehaviorProps) {
  return (
    <>
      <input
        className="field"
        aria-label={`Following event of condition ${place}`}
        placeholder="Event"
        list={eventList}
        value={condition.next}
        onChange={({ target }) => onChange({ ...condition, next: target.value })}
      />
      within
      <input
        className="field field--short"
        type="number"
        min="1"
        aria-label={`Days to the following event of condition ${place}`}
        value={condition.nextDays}
        onChange={({ target }) => onChange({ ...condition, nextDays: Number(target.value) })}
      />
      days,
    </>
  )
}
