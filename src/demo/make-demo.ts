import { z } from 'zod'
import { isoInstant } from '#shared/clock.ts'
import { parseValue } from '#shared/parse-value.ts'
import { demoDashboard } from './demo-dashboard.ts'
import { DEMO_INSIGHTS } from './demo-insights.ts'
import { sendStory } from './send-story.ts'
import { postJson, type ServerAddress } from './server-client.ts'
import { tellStory } from './story.ts'
import { createStoryCalendar, DAY_MS, TODAY } from './story-calendar.ts'

export interface DemoOptions extends ServerAddress {
  readonly seed: number
  /** Approximate number of events. */
  readonly eventCount: number
  /** The time at which the events end. */
  readonly nowMs: number
  /** Stops the demo between two batches. Events that are stored already stay. */
  readonly signal: AbortSignal
  onProject(project: DemoProject): void
  onProgress(sentEvents: number, allEvents: number): void
}

const DemoProject = z.object({ id: z.int(), name: z.string(), api_token: z.string() })
export type DemoProject = z.output<typeof DemoProject>
const SavedInsight = z.object({ id: z.int(), short_id: z.string(), name: z.string() })
export type SavedInsight = z.output<typeof SavedInsight>
const Dashboard = z.object({ id: z.int() })
const Trend = z.object({ result: z.array(z.object({ count: z.number() })) })

export interface Demo {
  readonly project: DemoProject
  readonly sentEvents: number
  /** The number of events that the server counts in its answer. */
  readonly countedEvents: number
  readonly insights: readonly SavedInsight[]
  /** The id of the dashboard that tells the story. */
  readonly dashboardId: number
}

/**
 * Fills a new project over HTTP, or by requests within a process if `fetch` is given.
 * @throws Error with a sentence for people.
 */
export async function makeDemo(options: DemoOptions): Promise<Demo> {
  const { seed, signal } = options
  const post = (path: string, body: unknown) => postJson(options, `/api/projects/${path}`, body, signal)
  const project = parseValue(DemoProject, await post('', { name: 'Demo', week_start_day: 0 }))
  options.onProject(project)
  const events = await tellStory(options)
  await sendStory(events, {
    server: options,
    projectToken: project.api_token,
    calendar: createStoryCalendar(options.nowMs),
    seed,
    signal,
    onProgress: (sent) => options.onProgress(sent, events.length),
  })
  const insights: SavedInsight[] = []
  for (const insight of DEMO_INSIGHTS)
    insights.push(
      parseValue(SavedInsight, await post(`${project.id}/insights/`, { ...insight, saved: true })),
    )
  const dashboard = parseValue(Dashboard, await post(`${project.id}/dashboards/`, demoDashboard(insights)))
  const everything = await post(`${project.id}/insights/trend/`, {
    events: [{ id: null }],
    date_from: isoInstant(options.nowMs - (TODAY + 1) * DAY_MS).slice(0, 10),
    interval: 'month',
  })
  const [count] = parseValue(Trend, everything).result
  return {
    project,
    insights,
    dashboardId: dashboard.id,
    sentEvents: events.length,
    countedEvents: count?.count ?? 0,
  }
}
