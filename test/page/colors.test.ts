import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignColors, COLORS } from '../../web/chart/color-of.ts'

test('two names are at least 0.15 apart in both schemes', () => {
  const schemes = [paletteOf('light'), paletteOf('dark')]
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 2 }), (two) => {
      const [a, b] = Object.values(assignColors(two, {}))
      if (a === undefined || b === undefined) return
      for (const palette of schemes) expect(distance(palette[a - 1], palette[b - 1])).toBeGreaterThan(0.15)
    }),
  )
})

/** The ten colours of series in tokens.css. */
function paletteOf(scheme: 'light' | 'dark'): readonly string[] {
  const css = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8')
  const all = [...css.matchAll(/--c(\d+):\s*(#[0-9a-f]{6})/g)].map(([, , hex = '']) => hex)
  return scheme === 'light' ? all.slice(0, COLORS) : all.slice(COLORS, 2 * COLORS)
}

/** Converts a colour to Oklab by the formulas of https://bottosson.github.io/posts/oklab/. */
function okLab(hex: string): readonly [number, number, number] {
  const linear = (from: number) => {
    const share = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [r, g, b] = [linear(1), linear(3), linear(5)] as const
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function distance(one = '', other = ''): number {
  const [a, b] = [okLab(one), okLab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
