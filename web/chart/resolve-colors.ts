const VARIABLE = /^var\((--[a-z0-9-]+)\)$/
const PALE = /^pale\((.+)\)$/
const PALE_SHARE = 0.26

/** Marks a colour that {@link resolveColors} mixes with the surface colour. */
export const pale = (color: string): string => `pale(${color})`

/**
 * Returns a copy of an option with real colours in place of `var(--name)` and {@link pale}, because a
 * canvas cannot use CSS variables. The colours are those of the current scheme.
 */
export function resolveColors<T>(option: T, styles: Pick<CSSStyleDeclaration, 'getPropertyValue'>): T {
  const colorOf = (text: string): string => {
    const name = VARIABLE.exec(text)?.[1]
    if (name !== undefined) return styles.getPropertyValue(name).trim()
    const inner = PALE.exec(text)?.[1]
    return inner === undefined
      ? text
      : mixed(colorOf(inner), styles.getPropertyValue('--surface').trim(), PALE_SHARE)
  }
  const resolve = (value: unknown): unknown => {
    if (typeof value === 'string') return colorOf(value)
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]))
  }
  return resolve(option) as T
}

/**
 * Mixes `share` of the colour `over` with the rest of `under`. Both may have the form `#rrggbb` or `#rgb`,
 * because the build shortens colours.
 */
function mixed(over: string, under: string, share: number): string {
  const parts = (color: string) => {
    const digits = color.length === 4 ? color.replace(/[\da-f]/gi, '$&$&') : color
    return [1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
  }
  const below = parts(under)
  const mix = parts(over).map((part, i) => Math.round(part * share + (below[i] ?? 0) * (1 - share)))
  return `#${mix.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
