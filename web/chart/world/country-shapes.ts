import { geoEqualEarth, geoPath } from 'd3-geo'
import { feature } from 'topojson-client'
import atlas from 'world-atlas/countries-110m.json'

export const MAP_WIDTH = 960
export const MAP_HEIGHT = 420

const ANTARCTICA = '010'

export interface CountryShape {
  /** The ISO number of the country, or its name if it has no number. */
  readonly key: string
  /** The SVG path of the country, in a space of {@link MAP_WIDTH} by {@link MAP_HEIGHT}. */
  readonly path: string
}

/**
 * The shapes of countries from Natural Earth at 1 : 110 million, in an equal-area projection. Small states
 * have no shape at this scale.
 */
export const COUNTRY_SHAPES: readonly CountryShape[] = shapes()

function shapes(): CountryShape[] {
  const { features } = feature(atlas, atlas.objects.countries)
  const inhabited = features.filter(({ id }) => id !== ANTARCTICA)
  const size: [number, number] = [MAP_WIDTH, MAP_HEIGHT]
  const projection = geoEqualEarth().fitSize(size, { type: 'FeatureCollection', features: inhabited })
  const draw = geoPath(projection).digits(1)
  return inhabited.map((one) => ({ key: String(one.id ?? one.properties.name), path: draw(one) ?? '' }))
}
