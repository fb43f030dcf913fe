import { expect, test } from 'vitest'
import { pale, resolveColors } from './resolve-colors.ts'

const VALUES: Record<string, string> = { '--c1': ' #345ed8', '--surface': '#fff' }
const styles = { getPropertyValue: (name: string) => VALUES[name] ?? '' }

test('variables become colours at any depth, pale ones are mixed with the surface', () => {
  const format = () => ''
  const option = { a: ['var(--c1)', 2, null], b: { color: pale('var(--c1)'), format, text: 'as var(--c1)' } }
  expect(resolveColors(option, styles)).toEqual({
    a: ['#345ed8', 2, null],
    b: { color: '#cad5f5', format, text: 'as var(--c1)' },
  })
})
