import type { Page } from 'playwright-core'
import type { SavedInsight } from '../../src/demo/make-demo.ts'

export interface Prepared {
  readonly origin: string
  /** The address of the demo project, without a slash at the end. */
  readonly base: string
  readonly insights: readonly SavedInsight[]
  /** Writes to the demo project through the interface. */
  post(path: string, body: object): Promise<{ readonly id: number }>
  /**
   * Shares an insight or dashboard such as `insights/3`, with a choice of dates. Resolves with the address of
   * the link.
   */
  share(path: string): Promise<string>
}

interface Screen {
  readonly name: string
  /** Brings the page to the screen, and waits until everything is drawn. */
  show(page: Page, prepared: Prepared): Promise<void>
}

const at =
  (place: string, heading: string): Screen['show'] =>
  async (page, { base }) => {
    await page.goto(`${base}/${place}`)
    await page.getByRole('heading', { name: heading }).first().waitFor()
    await page.waitForLoadState('networkidle')
  }

/** Makes a screen of a question that is not saved. Its answer has come when the status line shows a time. */
const question =
  (node: object): Screen['show'] =>
  async (page, { base }) => {
    await page.goto(`${base}/insights/new#${new URLSearchParams({ q: JSON.stringify(node) })}`)
    await page.reload()
    await page
      .getByText(/^as of /)
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
  }

let board: Promise<{ readonly id: number }> | undefined
const boardOf = (prepared: Prepared) => {
  board ??= prepared.post('dashboards/', {
    name: 'Activation',
    pinned: true,
    tags: ['weekly review'],
    tiles: [
      ...prepared.insights.map(({ id }) => ({ insight: id })),
      { text: { body: '# Why this matters\nMobile visitors sign up **half as often**.' } },
    ],
  })
  return board
}
async function showBoard(page: Page, prepared: Prepared): Promise<void> {
  const { id } = await boardOf(prepared)
  await at(`dashboards/${id}`, 'Activation')(page, prepared)
}

/** Every screen of the page, by the name of its picture. */
export const SCREENS: readonly Screen[] = [
  { name: 'insights', show: at('insights', 'Insights') },
  {
    name: 'trends',
    show: question({
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: 'signed up', math: 'dau' }],
      dateRange: { date_from: '-30d' },
      breakdownFilter: { breakdown: '$device_type', breakdown_type: 'event' },
      compareFilter: { compare: true },
    }),
  },
  {
    name: 'funnel',
    show: question({
      kind: 'FunnelsQuery',
      series: ['visited pricing', 'signed up', 'activated'].map((event) => ({ kind: 'EventsNode', event })),
      dateRange: { date_from: '-90d' },
      breakdownFilter: { breakdown: '$device_type', breakdown_type: 'event' },
    }),
  },
  {
    name: 'retention',
    show: question({
      kind: 'RetentionQuery',
      retentionFilter: {
        targetEntity: { id: 'signed up', type: 'events' },
        returningEntity: { id: 'app opened', type: 'events' },
        period: 'Week',
        totalIntervals: 8,
      },
    }),
  },
  {
    name: 'paths',
    show: question({
      kind: 'PathsQuery',
      pathsFilter: { includeEventTypes: ['$pageview', 'custom_event'] },
      dateRange: { date_from: '-90d' },
    }),
  },
  {
    name: 'stickiness',
    show: question({
      kind: 'StickinessQuery',
      series: [{ kind: 'EventsNode', event: 'app opened' }],
      dateRange: { date_from: '-30d' },
    }),
  },
  {
    name: 'lifecycle',
    show: question({
      kind: 'LifecycleQuery',
      series: [{ kind: 'EventsNode', event: 'app opened' }],
      dateRange: { date_from: '-30d' },
    }),
  },
  {
    name: 'sql',
    show: question({
      kind: 'HogQLQuery',
      query: 'select event, count() as events from events group by event order by events desc limit 20',
    }),
  },
  { name: 'persons', show: at('persons', 'Persons') },
  { name: 'groups', show: at('groups/0', '') },
  { name: 'events', show: at('events', 'Events') },
  { name: 'ingestion', show: at('ingestion', 'Ingestion') },
  { name: 'cohorts', show: at('cohorts', 'Cohorts') },
  { name: 'actions', show: at('actions', 'Actions') },
  { name: 'dashboards', show: at('dashboards', 'Dashboards') },
  { name: 'dashboard', show: showBoard },
  { name: 'settings-project', show: at('settings/project', 'Project') },
  { name: 'settings-members', show: at('settings/members', 'Members') },
  { name: 'settings-keys', show: at('settings/keys', 'New key') },
  {
    name: 'settings-sharing',
    show: async (page, prepared) => {
      const { id } = await boardOf(prepared)
      await prepared.share(`dashboards/${id}`)
      for (const insight of prepared.insights) await prepared.share(`insights/${insight.id}`)
      await at('settings/sharing', 'Open links')(page, prepared)
      await page.getByText('dashboard', { exact: true }).waitFor()
    },
  },
  { name: 'settings-storage', show: at('settings/storage', 'What may be freed') },
  { name: 'settings-sign-in', show: at('settings/sign-in', 'Wrong passwords') },
  {
    name: 'shared',
    show: async (page, prepared) => {
      await page.goto(await prepared.share(`insights/${prepared.insights[0]?.id}`))
      await page
        .getByText(/^as of /)
        .first()
        .waitFor()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'shared-dashboard',
    show: async (page, prepared) => {
      const { id } = await boardOf(prepared)
      await page.goto(await prepared.share(`dashboards/${id}`))
      await page.locator('.tile').first().waitFor()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'account-sessions',
    show: async (page, { origin }) => {
      await page.goto(`${origin}/account/sessions`)
      await page.getByText('this one').waitFor()
    },
  },
]
