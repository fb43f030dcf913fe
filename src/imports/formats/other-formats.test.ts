import { describe, expect, test } from 'vitest'
import { readRows, readsOf } from '../../../test/fixtures/read-rows.ts'
import { createAccessLog } from './access-log.ts'
import { createPlausible } from './plausible.ts'
import { createUmami } from './umami.ts'

const NOW = Date.parse('2026-11-23T00:00:00Z')

describe('access logs', () => {
  const read = async (lines: readonly string[], keepsAddress = false) =>
    readRows(createAccessLog({ site: 'https://example.com', salt: 'secret', keepsAddress }), lines.join('\n'))
  const line = (
    request: string,
    { address = '203.0.113.7', status = '200', referrer = '-', agent = 'Mozilla/5.0' } = {},
  ) =>
    `${address} - ann [20/Nov/2026:14:00:00 +0200] "${request}" ${status} 512 "${referrer}" "${agent}" 0.001`

  test('a page is a page view, whose visitor is a digest', async () => {
    const [first, again, other] = await read([
      line('GET /pricing?plan=pro HTTP/1.1', { referrer: 'https://search.example/?q=a' }),
      line('GET / HTTP/1.1'),
      line('GET / HTTP/1.1', { address: '203.0.113.8' }),
    ])
    const [event] = readsOf([first as never]) as [{ distinct_id: string }]
    expect(event).toMatchObject({
      event: '$pageview',
      distinct_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      timestamp: '2026-11-20T12:00:00.000Z',
      properties: {
        $current_url: 'https://example.com/pricing?plan=pro',
        $host: 'example.com',
        $pathname: '/pricing',
        $referrer: 'https://search.example/?q=a',
        $referring_domain: 'search.example',
        $raw_user_agent: 'Mozilla/5.0',
        status: 200,
        bytes: 512,
      },
    })
    expect(JSON.stringify(event)).not.toContain('203.0.113.7')
    const idOf = (row: unknown) => (readsOf([row as never]) as [{ distinct_id: string }])[0].distinct_id
    expect(idOf(again)).toBe(event.distinct_id)
    expect(idOf(other)).not.toBe(event.distinct_id)
    expect(readsOf(await read([line('GET / HTTP/1.1')], true))).toMatchObject([
      { properties: { $ip: '203.0.113.7' } },
    ])
  })

  test.each([
    [line('POST /login HTTP/1.1'), 'left out: not a GET request'],
    [line('GET /missing HTTP/1.1', { status: '404' }), 'left out: not answered with a page'],
    [line('GET /app.js?v=1 HTTP/1.1'), 'left out: a file that is not a page'],
    [line('\\x16\\x03'), 'left out: not an HTTP request'],
    [
      '203.0.113.7 - - [20/Nov/2026:14:00:00 +0200] "GET / HTTP/1.1" 200 512',
      'The line is not in the combined format of access logs.',
    ],
    [line('GET / HTTP/1.1').replace('Nov', 'Nev'), 'The line has no valid time.'],
  ])('%s', async (text, outcome) => {
    expect(readsOf(await read([text]))).toEqual([outcome])
  })

  test('in vhost_combined the host comes first, then the address', async () => {
    const [first] = await read([`shop.example:443 ${line('GET /a HTTP/1.1')}`])
    const [other] = await read([`shop.example:8443 ${line('GET /a HTTP/1.1')}`])
    const [without] = await read([line('GET /a HTTP/1.1')])
    const [named, numbered, plain] = readsOf([first, other, without] as never) as { distinct_id: string }[]
    expect(named).toMatchObject({
      properties: { $current_url: 'https://shop.example/a', $host: 'shop.example' },
    })
    expect(numbered).toMatchObject({ properties: { $host: 'shop.example:8443' } })
    expect(named?.distinct_id).toBe(plain?.distinct_id)
  })

  test('escaped bytes are undone before the address is made', async () => {
    const [event] = readsOf(
      await read([
        line('GET /caf\\xC3\\xA9?q=\\"a\\" HTTP/1.1', {
          agent: 'a\\\\b \\x22c\\x22 \\xE2\\x82\\xAC',
          referrer: 'https://x.example/\\xc3\\xbc',
        }),
      ]),
    )
    expect(event).toMatchObject({
      properties: {
        $current_url: 'https://example.com/caf%C3%A9?q=%22a%22',
        $raw_user_agent: 'a\\b "c" €',
        $referrer: 'https://x.example/ü',
      },
    })
  })

  test('a day that does not exist is no time', async () => {
    expect(readsOf(await read([line('GET / HTTP/1.1').replace('20/Nov', '31/Nov')]))).toEqual([
      'The line has no valid time.',
    ])
  })

  test('quotation marks in a field are escaped', async () => {
    expect(readsOf(await read([line('GET /a HTTP/1.1', { agent: 'a \\"b\\" c' })]))).toMatchObject([
      { properties: { $raw_user_agent: 'a "b" c' } },
    ])
  })
})

describe('Umami', () => {
  const ID = '0190c7f2-0000-4000-8000-000000000001'
  const VIEW = {
    event: '$pageview',
    distinct_id: 's1',
    timestamp: '2026-11-20T12:00:00.000Z',
    uuid: ID,
    properties: {
      $current_url: 'https://example.com/a?b=1',
      $host: 'example.com',
      $pathname: '/a',
      $referrer: 'https://search.example/q',
      $referring_domain: 'search.example',
      $session_id: 'v1',
      title: 'A, B',
    },
  }

  test('rows of website_event as CSV', async () => {
    const text = `event_id,website_id,session_id,visit_id,hostname,url_path,url_query,referrer_domain,referrer_path,page_title,event_type,event_name,created_at
${ID},w,s1,v1,example.com,/a,b=1,search.example,/q,"A, B",1,,2026-11-20 12:00:00
${ID},w,s1,v1,example.com,/a,,,,,2,signed up,2026-11-20 12:00:01`
    const [view, custom] = readsOf(await readRows(createUmami({ nowMs: NOW, site: null }, false), text))
    expect(view).toEqual(VIEW)
    expect(custom).toMatchObject({ event: 'signed up', properties: { $referrer: '$direct' } })
  })

  test('links, pixels and measurements are no page views', async () => {
    const header = 'website_id,session_id,event_id,created_at,hostname,url_path,event_type,event_name'
    const row = (type: string) => `w,s1,${ID},2026-11-20 12:00:00,example.com,/a,${type},clicked`
    const rows = await readRows(
      createUmami({ nowMs: NOW, site: null }, false),
      [header, ...['1', '2', '3', '4', '5', '9', ''].map(row)].join('\n'),
    )
    const leftOut = 'left out: neither a page view nor a custom event of Umami'
    const event = (name: string) => expect.objectContaining({ event: name })
    expect(readsOf(rows)).toEqual([
      ...[event('$pageview'), event('clicked'), leftOut, leftOut, leftOut, leftOut, event('$pageview')],
    ])
  })

  test('a dump of PostgreSQL', async () => {
    const dump = `--
COPY public.session (session_id, browser) FROM stdin;
s1\tfirefox
\\.
COPY public.website_event (event_id, session_id, visit_id, created_at, url_path, url_query, referrer_domain, referrer_path, page_title, event_type, event_name) FROM stdin;
${ID}\ts1\tv1\t2026-11-20 12:00:00+00\t/a\tb=1\tsearch.example\t/q\tA\\tB\t1\t\\N
${ID}\ts1
\\.
INSERT INTO website_event VALUES (1);`
    const rows = await readRows(createUmami({ nowMs: NOW, site: 'https://example.com' }, true), dump)
    expect(readsOf(rows)).toEqual([
      { ...VIEW, properties: { ...VIEW.properties, title: 'A\tB' } },
      'The row has 2 fields, but the table has 11.',
      'The dump has INSERT statements: make it with pg_dump, without --inserts.',
    ])
    expect(rows.map(({ line }) => line)).toEqual([6, 7, 9])
  })
})

test('rows of daily totals are events whose properties have the counts', async () => {
  const rows = await readRows(
    createPlausible('/x/imported_pages_20260101_20261120.csv', NOW),
    'date,hostname,page,visits,visitors,pageviews\n2026-11-20,example.com,/a,3,2,5\n2026-13-20,example.com,/a,3,2,5\n',
  )
  expect(readsOf(rows)).toEqual([
    {
      event: 'plausible pages',
      distinct_id: 'plausible daily totals',
      timestamp: '2026-11-20T12:00:00.000Z',
      uuid: expect.any(String),
      properties: {
        ...{ $process_person_profile: false, hostname: 'example.com', page: '/a' },
        ...{ visits: 3, visitors: 2, pageviews: 5 },
      },
    },
    expect.stringContaining('The date "2026-13-20T12:00:00Z" is not a time that can be read'),
  ])
})
