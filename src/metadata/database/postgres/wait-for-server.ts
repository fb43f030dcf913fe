import type { Client } from 'pg'
import type { Waiting } from '#metadata/database/dialect.ts'
import { MetadataServerError } from '#metadata/database/unavailable-error.ts'
import { mayConnectLater, serverCode } from './codes.ts'
import { createClient, serverNameOf } from './connect.ts'

const LONGEST_MS = 60_000
const PAUSE_MS = 1_000

/** See {@link ServerDialect.waitFor}. */
export async function waitForServer(url: string, { clock, pause, warn }: Waiting): Promise<void> {
  const beganMs = clock()
  for (let hasWarned = false; ; hasWarned = true) {
    const error = await connectionFault(url)
    if (error === null) return
    const server = `PostgreSQL at ${serverNameOf(url)}`
    if (!mayConnectLater(error)) throw fault(refusalOf(error, server), error)
    const reason = (error as { readonly code?: string }).code ?? (error as Error).message
    if (clock() - beganMs >= LONGEST_MS)
      throw fault(`${server} did not answer for ${LONGEST_MS / 1_000} seconds (${reason}).`, error)
    if (!hasWarned) warn(`${server} does not answer (${reason}). Waiting for ${LONGEST_MS / 1_000} seconds.`)
    await pause(PAUSE_MS)
  }
}

async function connectionFault(url: string): Promise<unknown> {
  const client = clientOf(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return error
  } finally {
    await client.end()
  }
}

/**
 * Returns a client for the address.
 * @throws MetadataServerError if the address cannot be parsed, or if it names a file that cannot be read
 */
function clientOf(url: string): Client {
  try {
    return createClient(url)
  } catch (error) {
    const reason = 'code' in (error as object) ? (error as Error).message : 'it is not an address'
    throw fault(
      `Expected postgres://user:password@host:5432/database (${reason}). In the password, write @ as %40, / as %2F and # as %23.`,
      error,
    )
  }
}

const fault = (sentence: string, cause: unknown) =>
  new MetadataServerError(`DATABASE_URL: ${sentence}`, { cause })

/** Returns the sentence for an error with which a server has refused a connection. */
export function refusalOf(error: unknown, server: string): string {
  const { message } = error as Error
  const code = serverCode(error)
  switch (code) {
    case '28P01':
      return `${server} does not accept the password of the address: ${message}.`
    case '28000':
      return `${server} does not let this user in: ${message}.`
    case '3D000':
      return `${server} answers: ${message}. Create it with CREATE DATABASE throughline ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0 OWNER throughline.`
    case '42501':
      return `${server} answers: ${message}. Run GRANT CONNECT ON DATABASE for this user.`
    default:
      return code === null
        ? `${server} cannot be used: ${message}.`
        : `${server} refuses the connection: ${message} (${code}).`
  }
}
