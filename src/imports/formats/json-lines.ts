import type { Row, RowReader } from '#imports/row.ts'
import { COOKIELESS_ID, eventOfFields, type Fields, isBlank, type RowContext } from '#imports/row-event.ts'
import { rowTime } from '#imports/row-time.ts'
import { rowUuid } from '#imports/row-uuid.ts'
import { withNulls } from '#ingest/wire/sent-json.ts'
import { parseStoredJson } from '#shared/json-text.ts'
import { createLineReader } from './line-reader.ts'

/**
 * Reads one JSON object from each line: an event of an export of this program, an event as SDKs send it, or
 * a row of a batch export.
 */
export const createJsonLines = (context: RowContext): RowReader =>
  createLineReader((text, line) => readJsonLine(text, line, context))

function readJsonLine(text: string, line: number, context: RowContext): Row['read'] {
  let fields: Fields
  try {
    fields = parseStoredJson(text) as Fields
  } catch (error) {
    // Python writes `NaN` and `Infinity`, although JSON has no such numbers. Capture reads them as null.
    const corrected = withNulls(text)
    if (corrected !== text) return readJsonLine(corrected, line, context)
    const kind = 'The line is not JSON.'
    return { reason: `${kind.slice(0, -1)}: ${error instanceof Error ? error.message : error}`, kind }
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return { reason: 'The line is not a JSON object.' }
  return unchangedRow(fields, line, text, context) ?? eventOfFields(fields, line, text, context)
}

const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value)

const AS_SENT: ReadonlySet<string> = new Set([
  ...['event', 'distinct_id', 'timestamp', 'uuid', 'properties', '$set', '$set_once', '$unset', '$groups'],
])

/** Whether the options give the times in the file another meaning than they would have in capture. */
const isToldOtherwise = (form: RowContext['timeForm']) =>
  form !== undefined && (form.unit !== null || form.dateOrder !== null)

/**
 * Returns the event of a line that capture accepts without a change. The event has the text of the line, so
 * that it need not be written anew; a missing uuid is added at the end. Null for any other line.
 */
function unchangedRow(fields: Fields, line: number, text: string, context: RowContext): Row['read'] | null {
  const { columns, timeForm } = context
  const { event, distinct_id: distinctId, timestamp, uuid, properties } = fields
  for (const name in fields) if (!AS_SENT.has(name) || fields[name] === null) return null
  if (typeof event !== 'string' || isBlank(event) || isBlank(distinctId) || !isObject(properties)) return null
  if (isToldOtherwise(timeForm) || distinctId === COOKIELESS_ID) return null
  if (Object.keys(columns).length > 0 || (uuid !== undefined && (typeof uuid !== 'string' || uuid === '')))
    return null
  const timestampMs = rowTime(timestamp, 'timestamp', context)
  if (typeof timestampMs !== 'number') return null
  if (uuid !== undefined) return { json: text, uuid, name: event, timestampMs }
  const made = rowUuid(line, text)
  const json = `${text.slice(0, text.lastIndexOf('}'))},"uuid":"${made}"}`
  return { json, uuid: made, name: event, timestampMs }
}
