/**
 * Returns the SVG path of each part of a ring, clockwise from the top. The path is null if the value is
 * zero or negative.
 */
export function ringPaths(values: readonly number[], outer: number, inner: number): (string | null)[] {
  const whole = values.reduce((sum, value) => sum + Math.max(0, value), 0)
  let from = 0
  return values.map((value) => {
    if (value <= 0) return null
    // An arc that ends where it starts is not drawn, so a part never covers the full circle.
    const to = from + Math.min(value / whole, 0.99999)
    const path = arc(from, to, outer, inner)
    from = to
    return path
  })
}

function arc(from: number, to: number, outer: number, inner: number): string {
  const at = (share: number, radius: number) => {
    const angle = share * 2 * Math.PI - Math.PI / 2
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`
  }
  const isLong = to - from > 0.5 ? 1 : 0
  return `M${at(from, outer)}A${outer} ${outer} 0 ${isLong} 1 ${at(to, outer)}L${at(to, inner)}A${inner} ${inner} 0 ${isLong} 0 ${at(from, inner)}Z`
}
