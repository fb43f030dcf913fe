import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { unscriptedPolicy, withoutLoader } from '../fixtures/shared-markup.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const INSIGHTS = '/api/projects/1/insights/'
const HOSTILE = `</script><script>alert(1)</script><img src=x onerror='alert(2)'>"&amp;`
const QUIET = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
}

beforeAll(() =>
  server.capture([
    { event: 'visit', distinct_id: 'ada', timestamp: '2026-11-19T10:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T09:00:00Z' },
    { event: 'visit', distinct_id: 'bob', timestamp: '2026-11-20T10:00:00Z' },
    { event: 'pay', distinct_id: 'ada', timestamp: '2026-11-19T10:01:30Z' },
    { event: 'signed', distinct_id: 'ada', timestamp: '2026-01-31T10:00:00Z' },
    { event: 'signed', distinct_id: 'ada', timestamp: '2026-02-03T10:00:00Z' },
    { event: 'signed', distinct_id: 'bob', timestamp: '2026-02-03T11:00:00Z' },
    { event: HOSTILE, distinct_id: 'eve', timestamp: '2026-11-20T10:00:00Z' },
  ]),
)

async function shared(fields: object): Promise<{ id: number; token: string }> {
  const { body } = await server.request('POST', INSIGHTS, fields)
  const path = `${INSIGHTS}${body.id}/sharing`
  const { body: sharing } = await server.request('PATCH', path, { enabled: true })
  return { id: body.id, token: sharing.access_token }
}
const get = (url: string) => server.app.server.inject({ url })

/** Returns the visible part of the page: without the style and the data. */
const visible = (page: string) => page.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
/** Returns the data in the page, as a script of another program would read it. */
const dataIn = (page: string) =>
  JSON.parse(/<script type="application\/json" id="insight">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '')
const cells = (page: string) =>
  [...page.matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, ''),
    ),
  )

interface WireStep {
  readonly count: number
}
const trend = {
  name: 'Visits',
  description: 'Of every day',
  tags: ['growth'],
  filters: { insight: 'TRENDS', events: [{ id: 'visit' }, { id: 'pay', order: 1 }], date_from: '-1d' },
}
const funnel = {
  name: 'To payment',
  filters: { insight: 'FUNNELS', events: [{ id: 'visit' }, { id: 'pay', order: 1 }] },
}

describe('GET /shared/:token', () => {
  test('is a page that needs no script and no further request, and cannot be embedded', async () => {
    const { token } = await shared(trend)
    const { statusCode, headers, body: whole } = await get(`/shared/${token}`)
    const body = withoutLoader(whole)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers).toMatchObject(QUIET)
    const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(unscriptedPolicy(headers['content-security-policy'])).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(body).not.toMatch(/\b(?:src|srcset|action|style|on[a-z]+)=/)
    expect([...body.matchAll(/\bhref="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      'data:,',
      `/shared/${token}.json`,
      `/shared/${token}.csv`,
    ])
    expect(style).not.toMatch(/url\(|@import/)
  })

  test('shows a trend as a chart and a table', async () => {
    const { token } = await shared(trend)
    const { body } = await get(`/shared/${token}/`)
    const page = visible(body)
    expect(page).toContain('<h1 dir="auto">Visits</h1>')
    expect(page).toContain('Of every day')
    expect(page).toContain('<li dir="auto">growth</li>')
    expect(page).toContain('20 November 2026 at 12:00 (UTC)')
    expect(page.match(/<polyline /g)).toHaveLength(2)
    expect(page).toContain('<title>visit, 20-Nov-2026: 2</title>')
    expect(cells(page)).toEqual([
      ['Date', 'visit', 'pay'],
      ['19-Nov-2026', '1', '1'],
      ['20-Nov-2026', '2', '0'],
    ])
    expect(page).not.toContain('@throughline.local')
  })

  test('shows compared months of different lengths each under its own dates', async () => {
    const { token } = await shared({
      name: 'Months',
      query: {
        kind: 'TrendsQuery',
        series: [{ kind: 'EventsNode', event: 'signed' }],
        dateRange: { date_from: '2026-02-01', date_to: '2026-02-28' },
        compareFilter: { compare: true, compare_to: '-1m' },
      },
    })
    const page = visible((await get(`/shared/${token}`)).body)
    const table = cells(page)
    expect(table).toHaveLength(32)
    expect(table.slice(0, 4)).toEqual([
      ['Date', 'signed - current', 'Dates - previous', 'signed - previous'],
      ['1-Feb-2026', '0', '1-Jan-2026', '0'],
      ['2-Feb-2026', '0', '2-Jan-2026', '0'],
      ['3-Feb-2026', '2', '3-Jan-2026', '0'],
    ])
    expect(table.slice(28)).toEqual([
      ['28-Feb-2026', '0', '28-Jan-2026', '0'],
      ['29', '', '29-Jan-2026', '0'],
      ['30', '', '30-Jan-2026', '0'],
      ['31', '', '31-Jan-2026', '1'],
    ])
    expect(page).toContain('<title>signed - current, 3-Feb-2026: 2</title>')
    expect(page).toContain('<title>signed - previous, 31-Jan-2026: 1</title>')
  })

  test('shows a funnel as bars and a table', async () => {
    const { token } = await shared(funnel)
    const page = visible((await get(`/shared/${token}`)).body)
    expect([...page.matchAll(/class="fill s0" width="([\d.]+)"/g)].map(([, width]) => width)).toEqual([
      '100',
      '50',
    ])
    expect(cells(page).slice(1)).toEqual([
      ['1. visit', '2', '100%', '–', '–', '–'],
      ['2. pay', '1', '50%', '50%', '1 min 30 s', '1 min 30 s'],
    ])
  })

  test('hostile names, descriptions, tags and events are text', async () => {
    const hostile = {
      name: HOSTILE,
      description: HOSTILE,
      tags: [HOSTILE.toLowerCase()],
      filters: { insight: 'TRENDS', events: [{ id: HOSTILE }, { id: 'visit', order: 1 }], date_from: '-1d' },
    }
    const steps = { ...hostile, filters: { insight: 'FUNNELS', events: [{ id: HOSTILE }, { id: HOSTILE }] } }
    for (const fields of [hostile, steps]) {
      const { token } = await shared(fields)
      for (const path of [`/shared/${token}`, `/embedded/${token}`]) {
        const body = withoutLoader((await get(path)).body)
        expect(body.match(/<script\b[^>]*>/g)).toEqual(['<script type="application/json" id="insight">'])
        expect(visible(body)).not.toMatch(/<img|onerror='/)
        expect(visible(body)).toContain(
          '&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(2)&#39;&gt;&quot;&amp;amp;',
        )
        expect(dataIn(body)).toMatchObject({ name: HOSTILE, description: HOSTILE })
      }
    }
  })

  test('an insight that cannot be computed has a page as well', async () => {
    const { token } = await shared({ filters: { insight: 'NONE' } })
    const { statusCode, body } = await get(`/shared/${token}`)
    expect([statusCode, body.includes('This insight has no data yet.')]).toEqual([200, true])
    expect(body).toContain('<h1 dir="auto">Untitled insight</h1>')
  })
})

test('GET /shared/:token.json gives the same data', async () => {
  const { id, token } = await shared(trend)
  const { body: page } = await get(`/shared/${token}`)
  const answer = await get(`/shared/${token}.json`)
  expect(answer.headers).toMatchObject({ ...QUIET, 'content-type': 'application/json; charset=utf-8' })
  const body = answer.json()
  expect(dataIn(page)).toEqual(body)
  expect(body).toMatchObject({ id, name: 'Visits', created_by: null, last_modified_by: null })
  expect(body.results).toMatchObject([{ data: [1, 2] }, { data: [1, 0] }])
  const api = await get(`${INSIGHTS}${id}/?sharing_access_token=${token}`)
  expect(api.json()).toEqual(body)
})

test('GET /embedded/:token is chart and table only, and any page can embed it', async () => {
  const { token } = await shared(trend)
  const { headers, body } = await get(`/embedded/${token}`)
  expect(headers['content-security-policy']).toMatch(/default-src 'none'; .*frame-ancestors \*$/)
  expect(headers).toMatchObject(QUIET)
  expect(body).not.toContain('<header>')
  expect(body).not.toContain('<footer>')
  expect(cells(visible(body))[2]).toEqual(['20-Nov-2026', '2', '0'])
})

test('an unknown, a disabled and a deleted link have the same response', async () => {
  const [disabled, deleted] = [await shared(trend), await shared(trend)]
  await server.request('PATCH', `${INSIGHTS}${disabled.id}/sharing`, { enabled: false })
  await server.request('PATCH', `${INSIGHTS}${deleted.id}/`, { deleted: true })
  const tokens = [disabled.token, deleted.token, 'unknown', '../..', '\0', "'", HOSTILE].map(
    encodeURIComponent,
  )
  for (const [place, suffix] of [
    ['shared', ''],
    ['shared', '.json'],
    ['shared', '.csv'],
    ['embedded', ''],
  ]) {
    const answers = []
    for (const token of tokens) {
      const { statusCode, headers, body } = await get(`/${place}/${token}${suffix}`)
      expect([token, statusCode]).toEqual([token, 404])
      expect(headers).toMatchObject(QUIET)
      answers.push({ headers: { ...headers, date: '', 'x-request-id': '' }, body })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const [{ body, headers } = { body: '', headers: {} }] = answers
    if (suffix) expect(JSON.parse(body)).toMatchObject({ code: 'not_found', detail: 'Not found.' })
    else expect(body).toContain('This link does not exist, or is no longer valid.')
    expect(headers).toHaveProperty(
      'content-type',
      suffix ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    )
  }
})

describe('GET /shared/:token.csv', () => {
  test('is the table of the insight, for a spreadsheet that fetches it without a session', async () => {
    const { token } = await shared(funnel)
    const { statusCode, headers, body } = await get(`/shared/${token}.csv`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers).toMatchObject(QUIET)
    const [head = '', first = '', second = ''] = body.split('\r\n')
    expect(head).toMatch(/^name,breakdown_value,action_id,count,/)
    expect([first, second].map((line) => line.split(',')[0])).toEqual(['visit', 'pay'])
    const counts = (await get(`/shared/${token}.json`)).json().results.map((step: WireStep) => step.count)
    expect([first, second].map((line) => Number(line.split(',')[3]))).toEqual(counts)
  })

  test('has years in its dates, and other dates if the link allows them', async () => {
    const { id, token } = await shared(trend)
    expect((await get(`/shared/${token}.csv`)).body).toBe(
      'series,19-Nov-2026,20-Nov-2026\r\nvisit,1,2\r\npay,1,0\r\n',
    )
    expect((await get(`/shared/${token}.csv?date_from=-7d`)).statusCode).toBe(403)
    await server.request('PATCH', `${INSIGHTS}${id}/sharing`, { may_change_dates: true })
    const { body } = await get(`/shared/${token}.csv?date_from=-1dStart&date_to=-1dEnd`)
    expect(body).toMatch(/^series,19-Nov-2026/)
  })

  test.each([
    ['a tile of an insight', 'tile=1', 400],
    ['a tile that is no number', 'tile=x', 400],
  ])('refuses %s', async (_, query, status) => {
    const { token } = await shared(trend)
    const answer = await get(`/shared/${token}.csv?${query}`)
    expect([answer.statusCode, answer.json().attr]).toEqual([status, 'tile'])
  })
})
