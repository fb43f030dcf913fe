import { INSIGHT_WRAPPER } from '#contract/insight-kinds.ts'
import { ask } from '#web/api/ask.ts'
import { api, bodyOf } from '#web/api/client.ts'
import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { oneOf } from '#web/api/rows.ts'
import { day, exactNumber } from '#web/ui/format.ts'

export interface NamedCount {
  readonly name: string
  readonly count: number
}
/**
 * How many persons had the event `to` next after the event `from`. For each name, only the first event of a
 * person counts.
 */
export interface Followed {
  readonly from: string
  readonly to: string
  readonly persons: number
}
export interface FirstTile {
  readonly name: string
  /** The reason why the tile is on the dashboard. */
  readonly description: string
  readonly query: QueryNode
}

const MOST_STEPS = 3

/**
 * Returns the most common order in which persons first have the events, with at most three events. It
 * begins with the pair that most persons have. Then each next event is the one that most often follows the
 * last event and is not in the order yet.
 */
export function commonestOrder(followed: readonly Followed[]): string[] {
  const byPersons = [...followed].sort((one, other) => other.persons - one.persons)
  const [first] = byPersons
  if (first === undefined) return []
  const order = [first.from, first.to]
  while (order.length < MOST_STEPS) {
    const next = byPersons.find(({ from, to }) => from === order.at(-1) && !order.includes(to))
    if (next === undefined) break
    order.push(next.to)
  }
  return order
}

const series = (event: string, math?: string): SeriesNode => ({
  kind: 'EventsNode',
  event,
  name: event,
  ...(math !== undefined && { math }),
})
const times = (count: number) => `${exactNumber(count)} ${count === 1 ? 'time' : 'times'}`

/**
 * Returns the tiles of a dashboard about the events of a project. It has a funnel only if at least two
 * events follow one another.
 */
export function tilesFor(events: readonly NamedCount[], followed: readonly Followed[]): FirstTile[] {
  const [most] = events
  if (most === undefined) return []
  const range = { dateRange: { date_from: '-30d' } }
  const order = commonestOrder(followed)
  const [from, to] = order
  const persons = followed.find((one) => one.from === from && one.to === to)?.persons ?? 0
  const funnel: FirstTile[] =
    order.length < 2
      ? []
      : [
          {
            name: `From ${from} to ${order.at(-1)}`,
            description: `Here because it is the most common order: ${exactNumber(persons)} persons had ${from} first, and ${to} next.`,
            query: { kind: 'FunnelsQuery', series: order.map((event) => series(event)), ...range },
          },
        ]
  return [
    {
      name: `${most.name}, day by day`,
      description: `Here because it is the most frequent event: it came ${times(most.count)}.`,
      query: { kind: 'TrendsQuery', series: [series(most.name)], interval: 'day', ...range },
    },
    {
      name: `Persons with ${most.name}`,
      description: 'Here to show whether many persons do this, or a few often.',
      query: { kind: 'TrendsQuery', series: [series(most.name, 'dau')], interval: 'day', ...range },
    },
    ...funnel,
    {
      name: `Retention of ${most.name}`,
      description:
        'Here because it shows whether persons stay: how many of those who did this in one week did it again later.',
      query: {
        kind: 'RetentionQuery',
        retentionFilter: {
          targetEntity: { id: most.name, name: most.name, type: 'events' },
          returningEntity: { id: most.name, name: most.name, type: 'events' },
          period: 'Week',
          totalIntervals: 8,
        },
      },
    },
  ]
}

const MOST_EVENTS = 10
const EVENTS = `SELECT event, count() AS times FROM events WHERE timestamp >= now() - interval 180 day AND event NOT IN ('$identify', '$groupidentify', '$set', '$create_alias', '$pageleave', '$autocapture') GROUP BY event ORDER BY times DESC, event LIMIT ${MOST_EVENTS}`
const followedIn = (condition: string) => `SELECT event, next, count() AS persons FROM (
  SELECT event, leadInFrame(event) OVER (PARTITION BY person_id ORDER BY first, event ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) AS next
  FROM (SELECT person_id, event, min(timestamp) AS first FROM events WHERE timestamp >= now() - interval 30 day AND ${condition} GROUP BY person_id, event)
) WHERE next != '' AND next IS NOT NULL AND next != event GROUP BY event, next ORDER BY persons DESC LIMIT 50`

const NAME = 'First dashboard'
const LEAST_TIMES = 10

/**
 * Whether a dashboard about these events is worth seeing. It is if there are two different events, or if a
 * single event has come at least ten times.
 */
export const isWorthSeeing = (events: readonly NamedCount[]): boolean =>
  events.length > 1 || events.some(({ count }) => count >= LEAST_TIMES)

/**
 * Creates the first dashboard of a project, or finds it if it was created before. Returns its id; null if
 * there is too little to see yet.
 */
export async function makeFirstDashboard(projectId: number, signal: AbortSignal): Promise<number | null> {
  const path = { project_id: String(projectId) }
  const known = await bodyOf(api.GET('/api/projects/{project_id}/dashboards/', { params: { path }, signal }))
  const made = known.results.find(({ name }) => name === NAME)
  if (made !== undefined) return made.id
  const events = await findEvents(projectId, signal)
  return isWorthSeeing(events) ? makeDashboard(projectId, NAME, events, signal) : null
}

/**
 * Creates a dashboard about the events that the project has now, even if there is one already. Returns its
 * id.
 */
export async function dashboardOfWhatIsHere(projectId: number, timeZone: string): Promise<number> {
  const { signal } = new AbortController()
  const events = await findEvents(projectId, signal)
  const now = new Date()
  const name = `Overview, ${day(now.toISOString(), now.getTime(), timeZone)}`
  return makeDashboard(projectId, name, events, signal)
}

async function rowsOf(
  projectId: number,
  query: string,
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) {
  const { results } = await ask({ projectId, node: { kind: 'HogQLQuery', query, values }, signal })
  return results
}

/**
 * Finds the most frequent events of the last half year. Events that SDKs send by themselves are left out,
 * such as those about persons or about leaving a page.
 */
const findEvents = async (projectId: number, signal: AbortSignal): Promise<NamedCount[]> =>
  (await rowsOf(projectId, EVENTS, {}, signal)).map(([name, count]) => ({
    name: String(name),
    count: Number(count),
  }))

async function findFollowed(
  projectId: number,
  events: readonly NamedCount[],
  signal: AbortSignal,
): Promise<Followed[]> {
  if (events.length < 2) return []
  const ofKnown = oneOf(
    'event',
    'event',
    events.map(({ name }) => name),
  )
  const found = await rowsOf(projectId, followedIn(ofKnown.condition), ofKnown.values, signal)
  return found.map(([from, to, persons]) => ({
    from: String(from),
    to: String(to),
    persons: Number(persons),
  }))
}

async function makeDashboard(
  projectId: number,
  name: string,
  events: readonly NamedCount[],
  signal: AbortSignal,
): Promise<number> {
  const path = { project_id: String(projectId) }
  const tiles = tilesFor(events, await findFollowed(projectId, events, signal))
  const { id } = await bodyOf(
    api.POST('/api/projects/{project_id}/dashboards/', {
      params: { path },
      body: { name, description: 'Made from your most frequent events. Change it as you like.' },
    }),
  )
  for (const tile of tiles) await addTile(projectId, id, tile)
  if (tiles.length > 0)
    await api.POST('/api/projects/{project_id}/dashboards/{id}/tiles/', {
      params: { path: { ...path, id: String(id) } },
      body: { text: { body: reasonsOf(tiles) } },
    })
  return id
}

/** Returns the text of the tile that says why each of the other tiles is on the dashboard. */
export const reasonsOf = (tiles: readonly FirstTile[]): string =>
  ['# Why these insights', ...tiles.map(({ name, description }) => `**${name}**: ${description}`)].join(
    '\n\n',
  )

async function addTile(projectId: number, dashboardId: number, { name, description, query }: FirstTile) {
  const path = { project_id: String(projectId) }
  const source = { kind: INSIGHT_WRAPPER, source: query }
  const insight = await bodyOf(
    api.POST('/api/projects/{project_id}/insights/', {
      params: { path },
      body: { name, description, query: source, saved: true },
    }),
  )
  await api.POST('/api/projects/{project_id}/dashboards/{id}/tiles/', {
    params: { path: { ...path, id: String(dashboardId) } },
    body: { insight: insight.id, show_description: true },
  })
}
