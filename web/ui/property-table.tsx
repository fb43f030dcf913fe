import { useState } from 'react'

interface PropertyTableProps {
  readonly properties: Readonly<Record<string, unknown>>
  /** How many properties are shown at first; all if absent. */
  readonly most?: number
  readonly className?: string
}

/**
 * A table of properties with their values. Custom properties come first, then the properties of SDKs
 * (`$…`). Both are sorted by name.
 */
export function PropertyTable({ properties, most, className = 'props' }: PropertyTableProps) {
  const [isWhole, setWhole] = useState(false)
  const all = Object.entries(properties).sort(([one], [other]) => order(one).localeCompare(order(other)))
  const shown = isWhole || most === undefined ? all : all.slice(0, most)
  return (
    <>
      <dl className={className}>
        {shown.map(([name, value]) => (
          <div key={name} className="props__row">
            <dt className="cut" title={name}>
              {name}
            </dt>
            <dd className="cut" title={textOf(value)}>
              {textOf(value)}
            </dd>
          </div>
        ))}
      </dl>
      {shown.length < all.length && (
        <button type="button" className="add" onClick={() => setWhole(true)}>
          {all.length - shown.length} more
        </button>
      )}
    </>
  )
}

const order = (name: string): string => (name.startsWith('$') ? `2${name}` : `1${name}`)
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
