import type { Row, RowReader } from '#imports/row.ts'
import { eventOf, type Fields } from '#imports/row-event.ts'
import { rowTime } from '#imports/row-time.ts'
import { createCsvReader } from './csv.ts'

/** The columns of an export that are counts. The other columns say what was counted. */
const COUNTS: ReadonlySet<string> = new Set([
  ...['visitors', 'pageviews', 'bounces', 'visits', 'visit_duration', 'entrances', 'exits', 'events'],
  ...['total_scroll_depth', 'total_scroll_depth_visits', 'total_time_on_page', 'total_time_on_page_visits'],
])

/** The distinct id of all events of such an export, because nobody knows which visitors were counted. */
const DISTINCT_ID = 'plausible daily totals'

/**
 * Creates a reader for an export of Plausible, which has daily totals and no visits. Each row becomes one
 * event whose counts are numeric properties. A row of `imported_pages_20240101_20241231.csv` becomes the
 * event `plausible pages`. The sums over the events equal the sums of the export. The events are not page
 * views, and they have no persons.
 */
export function createPlausible(fileName: string, nowMs: number): RowReader {
  const [, table = 'rows'] = /imported_([a-z_]+?)(?:_\d{8}_\d{8})?\.csv/i.exec(fileName) ?? []
  const event = `plausible ${table.replaceAll('_', ' ')}`
  return createCsvReader((fields, line, text) => totalsOf(event, fields, line, text, nowMs))
}

function totalsOf(event: string, fields: Fields, line: number, text: string, nowMs: number): Row['read'] {
  const { date, ...columns } = fields
  // Noon in UTC is the same day in nearly every time zone.
  const timestampMs = rowTime(date === undefined ? '' : `${date}T12:00:00Z`, 'date', { nowMs })
  if (typeof timestampMs !== 'number') return timestampMs
  const properties: Record<string, unknown> = { $process_person_profile: false }
  for (const [column, value] of Object.entries(columns))
    properties[column] = COUNTS.has(column) ? Number(value) : value
  return eventOf({ event, distinctId: DISTINCT_ID, timestampMs, properties }, line, `${event}\n${text}`)
}
