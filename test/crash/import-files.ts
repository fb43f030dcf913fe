import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { Session } from 'chdb'

const NAMES = [
  '$pageview',
  '$pageview',
  '$pageview',
  'signed up',
  'paid',
  'opened a project',
  'invited',
  'searched',
]
const EVERY_MS = 7_000
const FROM_MS = Date.UTC(2026, 0, 1)

/**
 * Makes the event with this number. Events are in the order of their times, span some months, and have ten
 * properties.
 */
function eventAt(place: number): object {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
  return {
    uuid: `${hex(place, 8)}-5ca1-4ab1-8e00-${hex(place * 31, 12)}`,
    event: NAMES[place % NAMES.length],
    distinct_id: `user ${(place * 7_919) % 40_000}`,
    timestamp: new Date(FROM_MS + place * EVERY_MS).toISOString(),
    properties: {
      place,
      $current_url: `https://example.com/docs/${place % 700}?from=${place % 13}`,
      $pathname: `/docs/${place % 700}`,
      $browser: place % 3 === 0 ? 'Firefox' : 'Chrome',
      $os: ['Linux', 'Windows', 'Mac OS X'][place % 3],
      $session_id: `session ${Math.floor(place / 12)}`,
      $lib: 'web',
      plan: place % 5 === 0 ? 'paid' : 'free',
      amount: (place % 1_000) / 4,
      ...(place % 200 === 0 && { $set: { plan: 'paid', seen: place } }),
    },
  }
}

/** Writes the events as JSON lines. */
export async function writeJsonLines(file: string, events: number): Promise<void> {
  const output = createWriteStream(file)
  for (let place = 0; place < events; place++)
    if (!output.write(`${JSON.stringify(eventAt(place))}\n`)) await once(output, 'drain')
  output.end()
  await once(output, 'close')
}

/**
 * Writes the rows of the JSON lines into a Parquet file, in the layout of a batch export: properties are JSON
 * text, and instants are instants.
 */
export async function writeParquet(file: string, jsonLines: string): Promise<void> {
  const session = new Session()
  await session.queryAsync(`INSERT INTO FUNCTION file('${file}', 'Parquet')
SELECT uuid, event, distinct_id, parseDateTime64BestEffort(timestamp, 6, 'UTC') AS timestamp, properties
FROM file('${jsonLines}', 'JSONEachRow', 'uuid String, event String, distinct_id String, timestamp String, properties String')
SETTINGS output_format_parquet_row_group_size = 100000`)
  session.close()
}
