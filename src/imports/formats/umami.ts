import type { Line, Row, RowReader } from '#imports/row.ts'
import { eventOf, type Fields, isBlank } from '#imports/row-event.ts'
import { rowTime, type TimesOfFile } from '#imports/row-time.ts'
import { createCsvReader } from './csv.ts'
import { createLineReader } from './line-reader.ts'

export interface UmamiOptions extends TimesOfFile {
  /** Origin of the site, for rows without a host name; null if it was not given. */
  readonly site: string | null
}

const PAGE_VIEW = '1'
const CUSTOM_EVENT = '2'
/**
 * Columns of the table `website_event`, with the property that each column becomes. The table's other
 * columns are not data of the event.
 */
const PROPERTIES: Readonly<Record<string, string>> = {
  visit_id: '$session_id',
  page_title: 'title',
  browser: '$browser',
  os: '$os',
  device: '$device_type',
  language: '$browser_language',
  screen: 'screen',
  country: '$geoip_country_code',
  region: '$geoip_subdivision_1_code',
  subdivision1: '$geoip_subdivision_1_code',
  subdivision2: '$geoip_subdivision_2_code',
  city: '$geoip_city_name',
  tag: 'tag',
  ...Object.fromEntries(
    [
      'utm_source',
      'utm_medium',
      'utm_campaign',
      'utm_content',
      'utm_term',
      'gclid',
      'fbclid',
      'msclkid',
      'ttclid',
      'li_fat_id',
      'twclid',
    ].map((name) => [name, name]),
  ),
}

/**
 * Creates a reader for the rows of `website_event`: CSV with a header, or a dump of PostgreSQL that has the
 * table.
 */
export function createUmami(options: UmamiOptions, isDump: boolean): RowReader {
  const read = (fields: Fields, line: number, text: string) => eventOfUmami(fields, line, text, options)
  return isDump ? createDumpReader('website_event', read) : createCsvReader(read)
}

function eventOfUmami(fields: Fields, line: number, text: string, options: UmamiOptions): Row['read'] {
  const { site } = options
  const timestampMs = rowTime(fields.created_at, 'created_at', options)
  if (typeof timestampMs !== 'number') return timestampMs
  if (isBlank(fields.session_id))
    return { reason: 'The row has no session_id, which identifies the visitor.' }
  const type = isBlank(fields.event_type) ? PAGE_VIEW : String(fields.event_type)
  const isCustom = type === CUSTOM_EVENT
  // Other types are links, pixels, measurements of speed, and whatever later versions add.
  if (!isCustom && type !== PAGE_VIEW) return { leftOut: 'neither a page view nor a custom event of Umami' }
  const origin = isBlank(fields.hostname) ? site : `https://${fields.hostname}`
  if (origin === null) return { reason: 'The row has no hostname: name the site with --site.' }
  const address = `${origin}${fields.url_path ?? '/'}${isBlank(fields.url_query) ? '' : `?${fields.url_query}`}`
  const properties = {
    $current_url: address,
    $host: origin.replace(/^https?:\/\//, ''),
    $pathname: fields.url_path ?? '/',
    ...referrerOf(fields),
    ...Object.fromEntries(
      Object.entries(PROPERTIES).flatMap(([column, name]) =>
        isBlank(fields[column]) ? [] : [[name, fields[column]]],
      ),
    ),
  }
  const event = isCustom ? fields.event_name : '$pageview'
  const distinctId = isBlank(fields.distinct_id) ? fields.session_id : fields.distinct_id
  return eventOf({ event, distinctId, timestampMs, uuid: fields.event_id, properties }, line, text)
}

function referrerOf({ referrer_domain: domain, referrer_path: path, referrer_query: query }: Fields) {
  if (isBlank(domain)) return { $referrer: '$direct', $referring_domain: '$direct' }
  const referrer = `https://${domain}${path ?? ''}${isBlank(query) ? '' : `?${query}`}`
  return { $referrer: referrer, $referring_domain: domain }
}

/**
 * Reads the rows of one table in a dump of `pg_dump`: a line `COPY table (columns) FROM stdin;`, then lines
 * of tab-separated fields, then `\.`.
 */
function createDumpReader(
  table: string,
  read: (fields: Fields, line: number, text: string) => Row['read'],
): RowReader {
  const copy = new RegExp(`^COPY (?:"?\\w+"?\\.)?"?${table}"? \\((.*)\\) FROM stdin;$`, 'i')
  const insert = new RegExp(`^INSERT INTO (?:["\`]?\\w+["\`]?\\.)?["\`]?${table}["\`]? `, 'i')
  let columns: readonly string[] | null = null
  const lines = createLineReader((text, line) => {
    if (columns === null) {
      columns =
        copy
          .exec(text)?.[1]
          ?.split(',')
          .map((name) => name.trim().replaceAll('"', '')) ?? null
      if (!insert.test(text)) return null
      return { reason: 'The dump has INSERT statements: make it with pg_dump, without --inserts.' }
    }
    if (text === '\\.') {
      columns = null
      return null
    }
    const cells = text.split('\t')
    if (cells.length !== columns.length)
      return { reason: `The row has ${cells.length} fields, but the table has ${columns.length}.` }
    return read(fieldsOf(columns, cells), line, text)
  })
  return { take: (some: readonly Line[]) => lines.take(some), end: lines.end }
}

function fieldsOf(columns: readonly string[], cells: readonly string[]): Fields {
  return Object.fromEntries(
    columns.flatMap((column, i) => {
      const cell = cells[i] ?? '\\N'
      return cell === '\\N' ? [] : [[column, copied(cell)]]
    }),
  )
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const copied = (cell: string) =>
  cell.includes('\\') ? cell.replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter) : cell
