import { askServer } from '../../fixtures/clickhouse/ask-server.ts'
import type { Cluster } from '../cluster.ts'
import type { Served } from './served.ts'
import type { Visitors } from './visitors.ts'

/**
 * Compares all that is stored, and all answers, with what was acknowledged. Returns a sentence for each
 * difference. Nothing may be captured meanwhile.
 */
export async function wrongAtRest(
  cluster: Cluster,
  { database }: Pick<Served, 'database'>,
  clients: readonly Visitors[],
): Promise<string[]> {
  const acknowledged = clients.flatMap((client) => [...client.acknowledged])
  const wrong: string[] = []
  // Each server reads all shards.
  for (const server of cluster.servers) {
    const text = await askServer(server, `SELECT toString(uuid) FROM ${database}.events FORMAT TSV`)
    for (const sentence of differences(text === '' ? [] : text.split('\n'), acknowledged))
      wrong.push(`server of shard ${server.config.member.shard}: ${sentence}`)
  }
  for (const client of clients) wrong.push(...(await client.wrongAtRest()))
  return wrong
}

function differences(stored: readonly string[], acknowledged: readonly string[]): string[] {
  const all = new Set(stored)
  const found: string[] = []
  const lost = acknowledged.filter((uuid) => !all.has(uuid)).length
  if (lost > 0) found.push(`${lost} of ${acknowledged.length} acknowledged events are lost`)
  if (all.size !== stored.length) found.push(`${stored.length - all.size} events are stored twice`)
  if (all.size > acknowledged.length) found.push(`${all.size - acknowledged.length} events are too many`)
  return found
}
