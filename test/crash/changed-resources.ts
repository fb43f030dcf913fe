import { api } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import type { ChangedResource } from './changing-client.ts'

interface Listed {
  readonly id: number
  readonly name: string
  readonly content: string
}
const ALL = '?limit=1000'
const textOf = (value: number) => `change ${value}`
const numberIn = (text: string) => Number(text.replace('change ', ''))

/** Insights and annotations, which are rows of a list with a text. */
const listed = (name: string, path: string, field: 'name' | 'content'): ChangedResource => ({
  name,
  async create(server, value) {
    const body = { [field]: textOf(value) }
    return String((await api<Listed>(server, 'POST', path, { body, status: 201 })).id)
  },
  change: (server, id, value) => api(server, 'PATCH', `${path}${id}/`, { body: { [field]: textOf(value) } }),
  async valuesIn(server) {
    const { results } = await api<{ results: readonly Listed[] }>(server, 'GET', `${path}${ALL}`)
    return new Map(results.map((one) => [String(one.id), numberIn(one[field])]))
  },
})

interface Tile {
  readonly id: number
  readonly layouts: { readonly sm?: { readonly y: number } }
}
const layoutOf = (y: number) => ({ sm: { x: 0, y, w: 6, h: 5 } })

/** Positions of texts, each on a dashboard of its own. */
const LAYOUTS: ChangedResource = {
  name: 'layouts',
  async create(server, value) {
    const body = { name: textOf(value) }
    const { id } = await api<Listed>(server, 'POST', '/dashboards/', { body, status: 201 })
    const text = { text: { body: 'Text' }, layouts: layoutOf(value) }
    const tile = await api<Tile>(server, 'POST', `/dashboards/${id}/tiles/`, { body: text, status: 201 })
    return `${id}/${tile.id}`
  },
  change(server, id, value) {
    const [dashboard, tile] = id.split('/')
    const body = { tiles: [{ id: Number(tile), layouts: layoutOf(value) }] }
    return api(server, 'PATCH', `/dashboards/${dashboard}/`, { body })
  },
  async valuesIn(server, ids) {
    const found = new Map<string, number>()
    for (const id of ids) {
      const [dashboard, tile] = id.split('/')
      const { tiles } = await api<{ tiles: readonly Tile[] }>(server, 'GET', `/dashboards/${dashboard}/`)
      const y = tiles.find((one) => String(one.id) === tile)?.layouts.sm?.y
      if (y !== undefined) found.set(id, y)
    }
    return found
  },
}

interface Key {
  readonly id: string
  readonly label: string
  readonly value: string
}
const KEYS = '/api/personal_api_keys/'

/** API keys. Each key reads its own label, so that a key that no longer works is noticed too. */
function keys(): ChangedResource {
  const secrets = new Map<string, string>()
  async function labelOf(server: ServerProcess, secret: string): Promise<string> {
    const headers = { authorization: `Bearer ${secret}` }
    const response = await fetch(`${server.url}${KEYS}@current/`, { headers })
    const { label = '' } = (await response.json()) as Partial<Key>
    return label
  }
  return {
    name: 'keys',
    async create(server, value) {
      const body = { label: textOf(value), scopes: ['insight:read'] }
      const { id, value: secret } = await api<Key>(server, 'POST', KEYS, { body, status: 201 })
      secrets.set(String(id), secret)
      return String(id)
    },
    change: (server, id, value) => api(server, 'PATCH', `${KEYS}${id}/`, { body: { label: textOf(value) } }),
    async valuesIn(server, ids) {
      const labels = new Map<string, number>()
      for (const id of ids) labels.set(id, numberIn(await labelOf(server, secrets.get(id) ?? '')))
      return labels
    },
  }
}

/** Makes new resources for each data folder. */
export const changedResources = (): readonly ChangedResource[] => [
  listed('insights', '/insights/', 'name'),
  listed('annotations', '/annotations/', 'content'),
  LAYOUTS,
  keys(),
]
