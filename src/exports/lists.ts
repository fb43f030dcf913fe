import { z } from 'zod'
import { ask, type ExportSource } from './ask-server.ts'
import type { ListNoun } from './nouns.ts'

const Item = z.looseObject({ id: z.number() })
const Page = z.object({ next: z.string().nullable(), results: z.array(Item) })
const PAGE_SIZE = 100

/** Fields that were computed. They are not part of a definition. */
const COMPUTED: ReadonlySet<string> = new Set([
  ...[
    'result',
    'results',
    'columns',
    'is_cached',
    'query_status',
    'last_refresh',
    'next_allowed_client_refresh',
  ],
])

/** Yields all objects of a list as JSON lines. Each dashboard includes its tiles. */
export async function* listOf(source: ExportSource, noun: ListNoun): AsyncGenerator<string> {
  for (let offset = 0, hasMore = true; hasMore; offset += PAGE_SIZE) {
    const response = await ask(source, `/${noun}/?limit=${PAGE_SIZE}&offset=${offset}`)
    const { next, results } = Page.parse(await response.json())
    for (const item of results)
      yield `${definitionText(noun === 'dashboards' ? await wholeDashboard(source, item.id) : item)}\n`
    hasMore = next !== null
  }
}

async function wholeDashboard(source: ExportSource, id: number): Promise<unknown> {
  const response = await ask(source, `/dashboards/${id}/`)
  return response.json()
}

const definitionText = (definition: unknown): string =>
  JSON.stringify(definition, (key, value) => (COMPUTED.has(key) ? undefined : value))
