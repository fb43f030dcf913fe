import type { Answer } from './asked-store.ts'

/** Fields that differ between two servers with the same events, and say nothing about them. */
const OWN_FIELDS = new Set([
  'id',
  'uuid',
  'created_at',
  'cache_key',
  'computed_ms',
  'rows_read',
  'last_refresh',
  'next_allowed_client_refresh',
  'query_status',
  'timings',
])

/** Returns an answer as text that is the same for the same answer. */
export function comparedText({ status, body }: Answer, isOrdered: boolean): string {
  const rows = !isOrdered && Array.isArray(body.results) ? { results: sortedTexts(body.results) } : {}
  return JSON.stringify({ status, ...body, ...rows }, (name, value) => (OWN_FIELDS.has(name) ? null : value))
}

const sortedTexts = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Returns the addresses in an answer that have the people behind its numbers, and their explanations. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string')
    return /^(?:http:\/\/localhost)?\/api\/.*\/(?:people|explain|persons)/.test(value)
      ? [value.replace('http://localhost', '')]
      : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}
