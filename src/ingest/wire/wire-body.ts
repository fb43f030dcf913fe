import { unescape as percentDecoded } from 'node:querystring'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { RequestError } from '#shared/request-error.ts'
import { parseSentJson } from './sent-json.ts'

/** The parts of a request that hold or describe its body. */
export interface WireBody {
  readonly body: Buffer
  /** The query string as the HTTP framework parsed it. The value of a repeated name is a list. */
  readonly query: Readonly<Record<string, unknown>>
  readonly contentType: string | undefined
  /**
   * Takes memory for an inflated body.
   * @throws RequestError `unavailable` if there is not enough memory.
   */
  readonly reserve?: (bytes: number) => void
}

/**
 * Parses the JSON value of a request in any of the known forms: JSON, gzip, the field `data` of a form as
 * JSON or base64, base64 alone, or `?data=` without a body. The bytes decide before the headers do, because
 * browsers send gzip as text/plain and curl sends JSON as a form.
 * @throws RequestError `malformed` for a body that cannot be parsed, `too_large` beyond `maxBytes` after
 * inflating.
 */
export async function parseWireBody(wire: WireBody, maxBytes: number): Promise<unknown> {
  const compression = queryText(wire.query, 'compression') ?? ''
  if (/^lz/i.test(compression))
    throw new RequestError(
      'malformed',
      'unsupported_compression',
      `compression=${compression.slice(0, 20)} is not supported: send gzip or plain JSON.`,
    )
  const data = dataOf(wire)
  const bytes =
    wire.body.length === 0
      ? encodedJson(data)
      : bodyJson(await inflated(wire.body, maxBytes, wire.reserve), wire.contentType, compression)
  return parseSentJson(await inflated(bytes, maxBytes, wire.reserve))
}

/**
 * Returns the value of a name in the query string, the first one if there are several. Null if there is
 * none.
 */
export function queryText(query: WireBody['query'], name: string): string | null {
  if (!Object.hasOwn(query, name)) return null
  const value = query[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : null
}

const severalData = () =>
  new RequestError(
    'malformed',
    'parse_error',
    'The request has several bodies: send one body, or one `data` in the query string or in a form.',
  )

function dataOf({ query, body }: WireBody): string {
  const data = queryText(query, 'data') ?? ''
  // A request with both a body and `data` is refused, because one of the two would be lost.
  if (Array.isArray(query.data) || (data !== '' && body.length > 0)) throw severalData()
  return data
}

const inflate = promisify(gunzip)

async function inflated(bytes: Buffer, maxBytes: number, reserve: WireBody['reserve']): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return bytes
  // The last field of gzip is the inflated length, if the sender is honest. A body with a false length is
  // first inflated up to the reserved size at most, and then again with the full limit.
  const told = Math.min(maxBytes, bytes.length < 4 ? 0 : bytes.readUInt32LE(bytes.length - 4))
  reserve?.(told)
  const whole = await inflate(bytes, { maxOutputLength: Math.max(1, told) }).catch(() => null)
  if (whole !== null) return whole
  reserve?.(maxBytes - told)
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RequestError(
        'too_large',
        'payload_too_large',
        `The body inflates to more than ${maxBytes} bytes.`,
      )
    throw new RequestError(
      'malformed',
      'parse_error',
      'The body has the first bytes of gzip, but is not valid gzip.',
    )
  }
}

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text)

function bodyJson(bytes: Buffer, contentType: string | undefined, compression: string): Buffer {
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType ?? '')
  const beginning = bytes.toString('latin1', 0, 64)
  if (looksLikeJson(beginning)) return bytes
  if (isForm || beginning.startsWith('data=')) return formJson(bytes)
  return compression === 'base64' ? encodedJson(bytes.toString('latin1')) : bytes
}

function formJson(form: Buffer): Buffer {
  const text = form.toString('utf8')
  const data = text.startsWith('data=') ? 0 : text.indexOf('&data=') + 1
  // Some old clients omit the name `data` of the field, and send only its value.
  if (!text.startsWith('data=', data)) return encodedJson(percentDecoded(text))
  const rest = text.slice(data + 'data='.length)
  // This JSON is not percent-encoded: the characters &, + and % stand for themselves.
  if (looksLikeJson(rest.slice(0, 64))) return Buffer.from(rest.slice(0, jsonEnd(rest)))
  const [field = ''] = rest.split('&', 1)
  if (rest.includes('&data=', field.length)) throw severalData()
  const decoded = percentDecoded(field)
  return looksLikeJson(decoded)
    ? Buffer.from(percentDecoded(field.replaceAll('+', ' ')))
    : encodedJson(decoded)
}

const jsonEnd = (text: string) => Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1

/** Decodes JSON, or base64 of it. A `+` that was not percent-encoded has become a space in base64. */
const encodedJson = (text: string): Buffer =>
  looksLikeJson(text) ? Buffer.from(text) : Buffer.from(text.trim().replaceAll(' ', '+'), 'base64')
