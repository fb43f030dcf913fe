interface EventOfSummary {
  readonly event: string
  readonly properties: Readonly<Record<string, unknown>>
}

const MOST_PARTS = 3

/**
 * Returns a summary of an event in one line. For a page view it is the path, and for any other event the
 * first three short custom properties.
 */
export function eventSummary({ event, properties }: EventOfSummary): string {
  const path = properties['$pathname']
  if (event === '$pageview' && typeof path === 'string') return path
  return Object.entries(properties)
    .filter(([name, value]) => !name.startsWith('$') && isShort(value))
    .slice(0, MOST_PARTS)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

const isShort = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value).length <= 60
