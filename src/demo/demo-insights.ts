/** The body of POST /insights/. */
export interface DemoInsight {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly query: unknown
}

interface Filter {
  readonly key: string
  readonly value: string | number
  readonly operator: string
}
interface SeriesOptions {
  readonly name?: string
  readonly math?: 'total' | 'dau'
  readonly filters?: readonly Filter[]
}

const series = (event: string, { name, math = 'total', filters = [] }: SeriesOptions = {}) => ({
  kind: 'EventsNode',
  event,
  name: event,
  ...(name !== undefined && { custom_name: name }),
  math,
  properties: filters.map((filter) => ({ ...filter, type: 'event' })),
})

const insightOf = (source: unknown) => ({ kind: 'InsightVizNode', source })

const trend = (dateFrom: string, interval: 'day' | 'week', all: readonly unknown[]) =>
  insightOf({ kind: 'TrendsQuery', series: all, interval, dateRange: { date_from: dateFrom } })

const funnel = (events: readonly string[], options: SeriesOptions = {}) =>
  insightOf({
    kind: 'FunnelsQuery',
    series: events.map((event) => series(event, options)),
    dateRange: { date_from: '-180d' },
    funnelsFilter: { funnelWindowInterval: 14, funnelWindowIntervalUnit: 'day' },
  })

/**
 * Returns a funnel for one device. Each step has the filter, because the device is a property of each event
 * and not of the person.
 */
const funnelOn = (device: string) =>
  funnel(['visited pricing', 'signed up', 'activated'], {
    filters: [{ key: '$device_type', value: device, operator: 'exact' }],
  })

const cameBack = (name: string, hasInvitedEarly: boolean) =>
  series('app opened', {
    name,
    math: 'dau',
    filters: [
      { key: 'account_invited_early', value: String(hasInvitedEarly), operator: 'exact' },
      { key: 'weeks_since_signup', value: 1, operator: 'gte' },
    ],
  })

const isVersion = (operator: 'exact' | 'is_not'): Filter => ({ key: 'app_version', value: '2.4.0', operator })

/** The facts of the story, each as a saved insight. */
export const DEMO_INSIGHTS: readonly DemoInsight[] = [
  {
    name: 'From pricing to activated, on desktop',
    description: 'Compare with the same funnel on mobile: desktop converts twice as well.',
    tags: ['demo', 'activation'],
    query: funnelOn('Desktop'),
  },
  {
    name: 'From pricing to activated, on mobile',
    description: 'Half as many people sign up as on desktop. After signing up, the same share activates.',
    tags: ['demo', 'activation'],
    query: funnelOn('Mobile'),
  },
  {
    name: 'From the first page to signed up',
    description:
      'Visitors are anonymous until they sign up with an e-mail address, some of them after a visit on another device. The funnel counts people, not distinct ids: no distinct id reaches its end.',
    tags: ['demo', 'activation'],
    query: funnel(['$pageview', 'visited pricing', 'signed up']),
  },
  {
    name: 'People who came back, by early invitation',
    description:
      'Accounts that invite a person within three days of signing up retain twice as many people. Both groups of accounts have the same size.',
    tags: ['demo', 'retention'],
    query: trend('-12w', 'week', [
      cameBack('Invited within three days', true),
      cameBack('Invited later or never', false),
    ]),
  },
  {
    name: 'Payments and failed payments',
    description: 'On one day most payments failed.',
    tags: ['demo', 'payments'],
    query: trend('-90d', 'day', [series('paid'), series('payment failed')]),
  },
  {
    name: 'Failed payments, version 2.4.0 against all others',
    description: 'The cause: the failures are from version 2.4.0, which was out on that day.',
    tags: ['demo', 'payments'],
    query: trend('-90d', 'day', [
      series('payment failed', { name: 'Version 2.4.0', filters: [isVersion('exact')] }),
      series('payment failed', { name: 'Every other version', filters: [isVersion('is_not')] }),
    ]),
  },
  {
    name: 'Visitors and active people, day by day',
    description: 'Weekends are quiet.',
    tags: ['demo', 'rhythm'],
    query: trend('-28d', 'day', [
      series('$pageview', { name: 'Visitors', math: 'dau' }),
      series('app opened', { name: 'Active people', math: 'dau' }),
    ]),
  },
  {
    name: 'Weekly active people since the start',
    description: 'Half a year of growth. The last week is not complete yet.',
    tags: ['demo', 'growth'],
    query: trend('-180d', 'week', [series('app opened', { name: 'Active people', math: 'dau' })]),
  },
]
