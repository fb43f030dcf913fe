import { createHmac } from 'node:crypto'
import type { Row, RowReader } from '#imports/row.ts'
import { eventOf } from '#imports/row-event.ts'
import { parseInstant } from '#ingest/wire/sent-instant.ts'
import { createLineReader } from './line-reader.ts'

export interface AccessLogOptions {
  /** Origin of the site, such as `https://example.com`, because a line of the log has only the path. */
  readonly site: string
  /** Key for the ids of visitors, so that nobody can compute the addresses from the ids. */
  readonly salt: string
  /** Whether the address of the visitor becomes the property `$ip`. */
  readonly keepsAddress: boolean
}

/**
 * The combined format of Apache and nginx, with any text after it. In `vhost_combined` the host and its
 * port come first.
 */
const COMBINED =
  /^(?:([\w.-]+):(\d{1,5}) )?(\S+) \S+ .*?\[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\] "((?:[^"\\]|\\.)*)" (\d{3}) (\d+|-) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"/
const REQUEST = /^([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?$/
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
/** Matches the paths of files that are loaded as a part of a page. */
const ASSET =
  /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|js|json|map|mjs|mp3|mp4|ogg|otf|png|svg|ttf|txt|wasm|webm|webmanifest|webp|woff2?|xml)$/i

/** Makes a `$pageview` of every request for a page that the server answered. Other requests are left out. */
export const createAccessLog = (options: AccessLogOptions): RowReader =>
  createLineReader((text, line) => readLogLine(text, line, options))

function readLogLine(text: string, line: number, options: AccessLogOptions): Row['read'] {
  const found = COMBINED.exec(text)
  if (found === null) return { reason: 'The line is not in the combined format of access logs.' }
  const [
    ,
    host,
    port = '',
    address = '',
    day,
    month = '',
    year,
    time,
    zone,
    sent = '',
    status,
    bytes,
    referrer = '',
    agent = '',
  ] = found
  const monthNumber = MONTHS.indexOf(month) / 3 + 1
  const timestampMs = parseInstant(`${year}-${String(monthNumber).padStart(2, '0')}-${day}T${time}${zone}`)
  if (Number.isNaN(timestampMs)) return { reason: 'The line has no valid time.' }
  const [, method = '', target = ''] = REQUEST.exec(unescaped(sent)) ?? []
  if (method === '') return { leftOut: 'not an HTTP request' }
  if (method !== 'GET') return { leftOut: 'not a GET request' }
  if (!/^(?:2\d\d|304)$/.test(status ?? '')) return { leftOut: 'not answered with a page' }
  const url = urlOf(target, host === undefined ? options.site : siteOf(host, port, options.site))
  if (url === null) return { reason: 'The address of the request is not a URL.' }
  if (ASSET.test(url.pathname)) return { leftOut: 'a file that is not a page' }
  const properties = {
    $current_url: url.href,
    $host: url.host,
    $pathname: url.pathname,
    ...referrerOf(unescaped(referrer)),
    $raw_user_agent: unescaped(agent),
    status: Number(status),
    ...(bytes !== '-' && { bytes: Number(bytes) }),
    ...(options.keepsAddress && { $ip: address }),
  }
  const distinctId = createHmac('sha256', options.salt)
    .update(`${address}\n${agent}`)
    .digest('hex')
    .slice(0, 32)
  return eventOf({ event: '$pageview', distinctId, timestampMs, properties }, line, text)
}

/**
 * Returns the origin of a host that the log names. It includes the port, except for the ports of HTTP and
 * HTTPS.
 */
const siteOf = (host: string, port: string, site: string): string =>
  `${new URL(site).protocol}//${host}${port === '80' || port === '443' ? '' : `:${port}`}`

function urlOf(target: string, site: string): URL | null {
  const url = target.startsWith('/') ? `${site}${target}` : target
  return URL.canParse(url) ? new URL(url) : null
}

function referrerOf(referrer: string) {
  if (referrer === '' || referrer === '-') return { $referrer: '$direct', $referring_domain: '$direct' }
  return {
    $referrer: referrer,
    ...(URL.canParse(referrer) && { $referring_domain: new URL(referrer).host }),
  }
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Returns a field as the client sent it: servers escape some bytes as `\x0A`, `\"`, `\\` or `\n`. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const parts = text.match(/\\x[\da-f]{2}|\\.|[^\\]+|\\/gi) ?? []
  return Buffer.concat(parts.map(bytesOf)).toString('utf8')
}

function bytesOf(part: string): Buffer {
  if (/^\\x../i.test(part)) return Buffer.from(part.slice(2), 'hex')
  return Buffer.from(
    part.startsWith('\\') && part.length === 2 ? (ESCAPES[part.charAt(1)] ?? part.charAt(1)) : part,
  )
}
