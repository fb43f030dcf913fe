import { describe, expect, test } from 'vitest'
import type { PROJECT_SETTINGS } from '../../src/contract/project-settings.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const SETTINGS = {
  autocapture_opt_out: true,
  app_urls: ['https://shop.example', null],
  completed_snippet_onboarding: true,
  has_completed_onboarding_for: { product_analytics: true },
  onboarding_tasks: { a: 'done' },
  product_description: 'A shop',
  person_display_name_properties: ['email'],
  live_events_columns: ['event'],
  data_attributes: ['data-attr'],
  test_account_filters_default_checked: true,
  correlation_config: { excluded_event_names: ['x'] },
  primary_dashboard: 3,
  default_data_theme: 1,
  extra_settings: { anything: [1] },
  heatmaps_opt_in: true,
  autocapture_web_vitals_opt_in: true,
  autocapture_web_vitals_allowed_metrics: ['LCP'],
  autocapture_exceptions_opt_in: true,
  autocapture_exceptions_errors_to_ignore: [{ a: 1 }],
  capture_performance_opt_in: true,
  capture_console_log_opt_in: false,
  capture_dead_clicks: true,
  recording_domains: [],
} satisfies Record<keyof typeof PROJECT_SETTINGS, unknown>

const path = async () => `/api/projects/${(await server.newProject()).id}/`

test('settings of display and collection are kept, each by itself', async () => {
  const at = await path()
  const { body: before } = await server.request('GET', at)
  for (const [name, value] of Object.entries(SETTINGS)) {
    expect([name, before[name]]).toEqual([name, null])
    const { status, body } = await server.request('PATCH', at, { [name]: value })
    expect([name, status, body[name]]).toEqual([name, 200, value])
  }
  const { body } = await server.request('GET', at)
  expect(body).toEqual({ ...before, ...SETTINGS })
  // A client that sends back the whole body changes nothing.
  expect(await server.request('PATCH', at, body)).toMatchObject({ status: 200, body })
  expect((await server.request('PATCH', at, { app_urls: null, name: 'Shop' })).body).toEqual({
    ...body,
    app_urls: null,
    name: 'Shop',
  })
})

test('a new project is created with its settings', async () => {
  const { status, body } = await server.request('POST', '/api/projects/', { name: 'New', ...SETTINGS })
  expect([status, body]).toEqual([201, expect.objectContaining(SETTINGS)])
})

describe('what this server does not do', () => {
  test.each([
    [{ session_recording_opt_in: true }, 'session_recording_opt_in'],
    [{ surveys_opt_in: true }, 'surveys_opt_in'],
    [{ anonymize_ips: true }, 'anonymize_ips'],
    [{ access_control: true }, 'access_control'],
    [{ inject_web_apps: true }, 'inject_web_apps'],
    [{ flags_persistence_default: true }, 'flags_persistence_default'],
    [{ human_friendly_comparison_periods: true }, 'human_friendly_comparison_periods'],
    [{ slack_incoming_webhook: 'https://hooks.example' }, 'slack_incoming_webhook'],
    [{ path_cleaning_filters: [{ regx: 'a' }] }, 'path_cleaning_filters__0__regex'],
    [{ modifiers: { a: 1 } }, 'modifiers__a'],
    [{ heatmap_opt_in: true }, 'heatmap_opt_in'],
    [{ heatmaps_opt_in: 'yes' }, 'heatmaps_opt_in'],
  ])('%j is refused, and nothing of the request is stored', async (fields, attr) => {
    const at = await path()
    const { body: before } = await server.request('GET', at)
    const { status, body } = await server.request('PATCH', at, { name: 'Changed', ...fields })
    expect([status, body.attr, body.detail]).toEqual([400, attr, expect.stringMatching(/.{20}/)])
    expect((await server.request('GET', at)).body).toEqual(before)
    const created = await server.request('POST', '/api/projects/', { name: 'x', ...fields })
    expect([created.status, created.body.attr]).toEqual([400, attr])
  })

  test('can be said to be off', async () => {
    const off = {
      session_recording_opt_in: false,
      surveys_opt_in: null,
      anonymize_ips: false,
      access_control: null,
      slack_incoming_webhook: '',
      path_cleaning_filters: [],
      modifiers: {},
      week_start_day: null,
    }
    expect((await server.request('PATCH', await path(), off)).status).toBe(200)
  })
})

test('autocapture that is off is off in the SDKs of the project, and in no others', async () => {
  const [shop, other] = [await server.newProject(), await server.newProject()]
  await server.request('PATCH', `/api/projects/${shop.id}/`, { autocapture_opt_out: true })
  const ask = async (token: string) => {
    const config = await server.request('GET', `/array/${token}/config`, undefined, null)
    const script = await server.app.server.inject({ url: `/array/${token}/config.js` })
    const asked = await server.request('POST', '/flags/?v=2', { token, distinct_id: 'ada' }, null)
    const old = await server.request('GET', `/decide/?v=3&token=${token}`, undefined, null)
    return [
      config.body.autocapture_opt_out,
      script.body.includes('"autocapture_opt_out":true'),
      asked.body.autocapture_opt_out,
      old.body.autocapture_opt_out,
    ]
  }
  expect(await ask(shop.token)).toEqual([true, true, true, true])
  expect(await ask(other.token)).toEqual([false, false, false, false])
  expect(await ask('phc_unknown')).toEqual([false, false, false, false])
})

test('a time zone that the event store has no data of is refused, whatever files the machine has', async () => {
  const at = await path()
  const { body: before } = await server.request('GET', at)
  // The zone came with the zone data of 2025b, and Node knows it.
  const { status, body } = await server.request('PATCH', at, { timezone: 'America/Coyhaique' })
  expect([status, body.attr, body.detail]).toEqual([
    ...[400, 'timezone'],
    'The event store does not know the time zone America/Coyhaique. Choose another one with the same clock.',
  ])
  const created = await server.request('POST', '/api/projects/', { name: 'x', timezone: 'America/Coyhaique' })
  expect([created.status, created.body.attr]).toEqual([400, 'timezone'])
  expect((await server.request('GET', at)).body).toEqual(before)
})

test('a time zone in another case is stored in the spelling that the event store reads', async () => {
  const at = await path()
  const { body } = await server.request('PATCH', at, { timezone: 'europe/berlin' })
  expect(body.timezone).toBe('Europe/Berlin')
  const query = { kind: 'HogQLQuery', query: "select toDateTime('2026-11-20')" }
  const answer = await server.request('POST', `${at}query/`, { query })
  expect([answer.status, answer.body.results]).toEqual([200, [['2026-11-20T00:00:00+01:00']]])
})
