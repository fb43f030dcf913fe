import { z } from 'zod'

/** The servers of an event store, and how to log in to them. */
export interface ServerAddress {
  /** Origins such as `https://events.example.com:8443`, in the order of the setting; at least one. */
  readonly origins: readonly string[]
  readonly database: string
  readonly user: string
  readonly password: string
}

const FORM = /^(https?):\/\/(?:([^/@]*)@)?([^/@?#]+)\/([^/?#]*)\/?$/
const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/
const STANDARD_PORTS: Readonly<Record<string, number>> = { http: 8123, https: 8443 }
const DATABASE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

const EXPECTED = 'Expected http(s)://user:password@host:port,host:port/database.'

/**
 * The setting `CLICKHOUSE_URL`: `http(s)://user:password@host:port,host:port/database`. User and password are
 * percent-encoded. Ports may be left out.
 */
export const ServerUrl = z.string().transform((value, context): ServerAddress => {
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const parts = FORM.exec(value)
  if (parts === null) return refuse(EXPECTED)
  const [, scheme = '', login = '', hosts = '', database = ''] = parts
  if (!DATABASE.test(database))
    return refuse(`${EXPECTED} The name of the database has letters, digits and _ only.`)
  const names = hosts.split(',')
  const origins: string[] = []
  for (const name of names) {
    const host = HOST.exec(name)
    const port = Number(host?.[1] ?? STANDARD_PORTS[scheme])
    if (host === null || port < 1 || port > 65_535) return refuse(`${EXPECTED} A host is not readable.`)
    origins.push(`${scheme}://${host[1] === undefined ? `${name}:${port}` : name}`)
  }
  if (new Set(origins).size < origins.length) return refuse('A host is given twice.')
  const colon = login.indexOf(':')
  const user = decoded(colon === -1 ? login : login.slice(0, colon))
  const password = decoded(colon === -1 ? '' : login.slice(colon + 1))
  if (user === null || password === null)
    return refuse('A % in the user or the password is written as %25, an @ as %40, and a / as %2F.')
  return { origins, database, user: user || 'default', password }
})

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
