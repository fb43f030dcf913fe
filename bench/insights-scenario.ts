import { round } from './ingest-scenario.ts'
import type { MeasuredServer } from './measured-server.ts'

const WRITERS = 8
const READERS = 8
const REQUESTS = 400
const FIRST_REQUESTS = 20

/**
 * Requests that real clients send: a search while typing, the first and a later page, the lists of agents
 * and sidebars.
 */
const LISTS: Readonly<Record<string, string>> = {
  'search, 10 found': '/insights/?search=needle',
  'search, none found': '/insights/?search=nothing+like+it',
  'search, all found, page of 100': '/insights/?search=sign-ups',
  'page of 100': '/insights/',
  'page of 100, by time': '/insights/?order=-last_modified_at',
  'saved, page of 50': '/insights/?saved=true&limit=50',
  'page of 10': '/insights/?limit=10',
}

const insight = (i: number) => ({
  name: `${i % 1000 === 7 ? 'Needle' : 'Weekly'} sign-ups of team ${i}`,
  description: `How many of team ${i} come back after they signed up`,
  tags: [`team ${i % 40}`, 'weekly'],
  saved: i % 3 === 0,
  query: {
    kind: 'InsightVizNode',
    source: {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'signed up', name: 'signed up', math: 'dau' }],
      interval: 'day',
      dateRange: { date_from: '-30d' },
      trendsFilter: { display: 'ActionsLineGraph' },
      properties: [{ key: 'team', value: [`${i}`], operator: 'exact', type: 'event' }],
    },
  },
})

/** Measures lists over many saved insights: the server's CPU for each request, and requests per second. */
export async function measureInsights(server: MeasuredServer, insights: number): Promise<object[]> {
  const created = await measured(server, insights, WRITERS, (i) =>
    server.send('POST', '/insights/', insight(i)),
  )
  const lines: object[] = [{ measure: 'insights created', count: insights, ...created }]
  for (const [list, path] of Object.entries(LISTS)) {
    const separator = path.includes('?') ? '&' : '?'
    // A different page each time misses the response cache, and the same page hits it.
    const anew = (i: number) => server.send('GET', `${path}${separator}offset=${i}`)
    const again = () => server.send('GET', path)
    await measured(server, FIRST_REQUESTS, READERS, again)
    lines.push({
      measure: 'insights listed',
      list,
      anew: await measured(server, REQUESTS, READERS, anew),
      again: await measured(server, REQUESTS, READERS, again),
    })
  }
  return lines
}

async function measured(
  server: MeasuredServer,
  count: number,
  clients: number,
  request: (i: number) => Promise<unknown>,
): Promise<object> {
  const cpuBeforeMs = server.cpuMs()
  const startedMs = performance.now()
  let next = 0
  const client = async () => {
    while (next < count) await request(next++)
  }
  await Promise.all(Array.from({ length: clients }, client))
  const wallMs = performance.now() - startedMs
  return {
    requestsPerSecond: Math.round((count * 1000) / wallMs),
    serverCpuMsEach: round((server.cpuMs() - cpuBeforeMs) / count),
  }
}
