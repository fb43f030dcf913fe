import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { PropertyFilter } from '#web/api/query-node.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'
import { type PickItem, PickList } from '#web/ui/pick-list.tsx'
import { valueFormOf, valuesOf } from './operators.ts'
import { propertyValues } from './property-values.ts'

interface ValuePickerProps {
  readonly filter: PropertyFilter
  onChange(value: unknown): void
  onClose(): void
  /** Elements above the values: the property and the operator. */
  readonly head?: ReactNode
}

/** Picker for the value of a filter. Its form depends on the operator, such as a list, a number or a date. */
export function ValuePicker(props: ValuePickerProps) {
  const form = valueFormOf(props.filter.operator)
  if (form === 'list') return <ValueList {...props} />
  return <ValueFields {...props} key={form} form={form} />
}

/**
 * A list of the most frequent values with their counts. Several can be chosen, and any other text can be
 * typed.
 */
function ValueList({ filter, onChange, head }: ValuePickerProps) {
  const { id } = useProject()
  const [search, setSearch] = useState('')
  const { data: found = [], isPending } = useQuery(propertyValues(id, filter, search))
  const chosen = valuesOf(filter)
  const counts = new Map(found.map(({ name, count }) => [name, count]))
  const items: PickItem[] = [...new Set([...(search === '' ? chosen : []), ...counts.keys()])].map(
    (name) => ({
      key: name,
      label: name === '' ? 'empty' : name,
      isChecked: chosen.includes(name),
      end: counts.has(name) && <span className="count">{exactNumber(counts.get(name) ?? 0)}</span>,
    }),
  )
  const isNew = search !== '' && !counts.has(search)
  return (
    <PickList
      label="Values"
      isMultiple
      head={head}
      placeholder="Search, or type a value"
      search={search}
      onSearch={setSearch}
      groups={[
        { label: null, items },
        {
          label: null,
          items: isNew
            ? [{ key: search, label: `“${search}”`, note: 'as typed', isChecked: chosen.includes(search) }]
            : [],
        },
      ]}
      empty={isPending ? '' : 'No values are known: type one.'}
      onPick={(name) =>
        onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
      }
      foot={
        <>
          <span>{chosen.length} chosen</span>
          <span className="grow" />
          {chosen.length > 0 && (
            <button type="button" className="soft" onClick={() => onChange([])}>
              Clear
            </button>
          )}
        </>
      }
    />
  )
}

const HINTS: Readonly<Record<string, string>> = {
  date: 'A day such as 2026-11-01, or -30d.',
  text: 'A version such as 1.2.3.',
  number: 'A number.',
  bounds: 'Both numbers are included.',
  none: '',
}

function ValueFields({
  filter,
  onChange,
  onClose,
  head,
  form,
}: ValuePickerProps & { readonly form: string }) {
  const [typed, setTyped] = useState<readonly string[]>(valuesOf(filter))
  const count = form === 'bounds' ? 2 : form === 'none' ? 0 : 1
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange(count === 2 ? [0, 1].map((place) => typed[place] ?? '') : (typed[0] ?? ''))
    onClose()
  }
  return (
    <form className="picks picks--fields" onSubmit={submit}>
      {head}
      <div className="fields">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bound is identified by its index
          <label className="field" key={place}>
            <input
              data-autofocus={place === 0 ? true : undefined}
              aria-label={count === 2 ? (['From', 'To'][place] ?? '') : 'Value'}
              inputMode={form === 'number' || form === 'bounds' ? 'decimal' : undefined}
              value={typed[place] ?? ''}
              onChange={({ target }) =>
                setTyped(
                  Array.from({ length: count }, (_, at) => (at === place ? target.value : (typed[at] ?? ''))),
                )
              }
            />
          </label>
        ))}
        <p className="quiet">{HINTS[form]}</p>
        <Button type="submit" isSmall>
          Use it
        </Button>
      </div>
    </form>
  )
}
