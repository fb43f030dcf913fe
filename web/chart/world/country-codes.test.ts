import { expect, test } from 'vitest'
import atlas from 'world-atlas/countries-110m.json'
import { atlasKey, countryCode, countryName } from './country-codes.ts'
import { COUNTRY_SHAPES } from './country-shapes.ts'

/** Names that the atlas shortens, or that have changed since it was made. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'Bosnia and Herz.': 'BA',
  'Dem. Rep. Congo': 'CD',
  'Central African Rep.': 'CF',
  Congo: 'CG',
  "Côte d'Ivoire": 'CI',
  'Dominican Rep.': 'DO',
  'W. Sahara': 'EH',
  'Falkland Is.': 'FK',
  'Eq. Guinea': 'GQ',
  Macedonia: 'MK',
  Myanmar: 'MM',
  Palestine: 'PS',
  'Solomon Is.': 'SB',
  'S. Sudan': 'SS',
  eSwatini: 'SZ',
  'Fr. S. Antarctic Lands': 'TF',
  Turkey: 'TR',
  'Trinidad and Tobago': 'TT',
  'United States of America': 'US',
}
const WITHOUT_CODE = ['N. Cyprus', 'Somaliland', 'Antarctica']

test('each country of the atlas has the code of its name', () => {
  const drawn = new Set(COUNTRY_SHAPES.map(({ key }) => key))
  for (const { id, properties } of atlas.objects.countries.geometries) {
    const { name } = properties as { readonly name: string }
    if (WITHOUT_CODE.includes(name)) continue
    const code = OTHER_NAMES[name] ?? countryCode(name)
    expect([name, atlasKey(code ?? '')]).toEqual([name, String(id ?? name)])
    expect(drawn).toContain(atlasKey(code ?? ''))
  }
})

test.each([
  ['de', 'DE', 'Germany'],
  ['Germany', 'DE', null],
  ['SG', null, 'Singapore'],
  ['Other', null, null],
  ['ZZ', null, 'Unknown Region'],
  ['1', null, null],
  ['', null, null],
])('%j is the country %j, by name %j', (value, code, name) => {
  expect([countryCode(value), countryName(value)]).toEqual([code, name])
})
