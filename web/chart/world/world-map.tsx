import { type PointerEvent, useState } from 'react'
import type { ValueFormat } from '../value-format.ts'
import { atlasKey, countryCode, countryName } from './country-codes.ts'
import { COUNTRY_SHAPES, MAP_HEIGHT, MAP_WIDTH } from './country-shapes.ts'
import './world-map.css'

export interface MapValue {
  readonly key: string
  /** The code or the English name of a country. A value with any other text is listed below the map. */
  readonly name: string
  readonly value: number
  readonly open: (() => void) | null
}

interface WorldMapProps {
  readonly values: readonly MapValue[]
  readonly format: ValueFormat
}

const LEAST_PERCENT = 14
const MOST_NAMED = 4

/**
 * A map on which countries with larger values are darker. It is only for pointers; keyboard users have the
 * same values in the table next to it. If several values name the same country, the map shows the first.
 */
export function WorldMap({ values, format }: WorldMapProps) {
  const [hovered, setHovered] = useState<{ value: MapValue; left: number; top: number } | null>(null)
  const drawn = byAtlasKey(values)
  const most = Math.max(0, ...[...drawn.values()].map(({ value }) => value))
  const follow = (value: MapValue) => (event: PointerEvent<SVGPathElement>) => {
    const place = event.currentTarget.ownerSVGElement?.getBoundingClientRect()
    if (place !== undefined)
      setHovered({ value, left: event.clientX - place.left, top: event.clientY - place.top })
  }
  const shown = new Set(drawn.values())
  const others = values.filter((value) => !shown.has(value))
  return (
    <div className="map">
      <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} aria-hidden>
        {COUNTRY_SHAPES.map(({ key, path }) => {
          const value = drawn.get(key)
          if (value === undefined) return <path key={key} d={path} className="map__none" />
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the rows of the table open the same by keys
            <path
              key={key}
              d={path}
              className={value.open === null ? undefined : 'map__opens'}
              style={{ '--share': `${percentOf(value.value, most)}%` }}
              onPointerMove={follow(value)}
              onPointerLeave={() => setHovered(null)}
              onClick={value.open ?? undefined}
            />
          )
        })}
      </svg>
      {hovered !== null && (
        <div className="tip map__tip" style={{ left: hovered.left, top: hovered.top }}>
          <span className="cut">{countryName(hovered.value.name) ?? hovered.value.name}</span>{' '}
          <span className="strong">{format.exact(hovered.value.value)}</span>
        </div>
      )}
      {others.length > 0 && <p className="quiet">Not on the map: {namesOf(others, format)}</p>}
    </div>
  )
}

function byAtlasKey(values: readonly MapValue[]): Map<string, MapValue> {
  const found = new Map<string, MapValue>()
  for (const value of values) {
    const code = countryCode(value.name)
    if (code !== null && !found.has(atlasKey(code))) found.set(atlasKey(code), value)
  }
  return found
}

/**
 * Returns the shade of a country in percent. It follows the square root of the value, because a single
 * country often has most of the total.
 */
const percentOf = (value: number, most: number): number =>
  most <= 0 ? LEAST_PERCENT : LEAST_PERCENT + (100 - LEAST_PERCENT) * Math.sqrt(Math.max(0, value) / most)

function namesOf(values: readonly MapValue[], format: ValueFormat): string {
  const named = values
    .slice(0, MOST_NAMED)
    .map(({ name, value }) => `${countryName(name) ?? name} ${format.short(value)}`)
  const rest = values.length - named.length
  return `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
