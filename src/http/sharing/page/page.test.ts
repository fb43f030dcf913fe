import { expect, test } from 'vitest'
import { emptyInsightBody } from '#http/insights/insight-body.ts'
import type { TrendAnswer } from '#insights/kinds/trends/shape.ts'
import { trendPicture } from '#insights/kinds/trends/tables.ts'
import { trendQuestion } from '../../../../test/fixtures/questions.ts'
import { insightPage } from './page.ts'

interface Line {
  readonly label: string
  readonly data: readonly number[]
  readonly labels: readonly string[]
}
const QUERY = trendQuestion({ events: [{ id: 'visit' }] })
const answerOf = (lines: readonly Line[]): TrendAnswer => ({
  rows: lines.map((line) => ({
    ...{ period: 'current', place: 0, row: null, rowLabel: null, count: 0, total: null },
    ...{ days: [], incompleteDays: [] },
    ...line,
  })),
  hasMore: false,
})

const empty = emptyInsightBody({ role: 'viewer', timezone: 'UTC' })
const PLACING = {
  ...{ token: 'token', isEmbedded: false, range: null, mayChangeDates: false },
  ...{ script: null, nonce: '', nodes: {} },
}
/** Returns the page of an insight with the lines of a trend. With null the insight has no result. */
function page(lines: readonly Line[] | null, more = {}) {
  const results = lines && []
  const pictures = lines === null ? new Map() : new Map([[7, trendPicture(QUERY, answerOf(lines))]])
  return insightPage({ body: { ...empty, id: 7, results, ...more }, json: '{}', pictures }, PLACING)
}
const visible = (text: string) => text.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '')
const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0

test('an insight of an unsupported kind is shown without data', () => {
  expect(page(null, { filters: { insight: 'CHURN' } })).toContain('no data yet')
})

test('of 60 series 20 are drawn and 50 have a column, and the page has a note', () => {
  const series = Array.from({ length: 60 }, (_, i) => ({ label: `s${i}`, data: [i], labels: ['1-Jan-2026'] }))
  const text = visible(page(series))
  expect(text).toContain('50 of 60 series are shown.')
  expect([count(text, /<polyline /g), count(text, /<td /g)]).toEqual([20, 50])
})

test('of too many rows the newest are shown, and lines have no dots', () => {
  const values = Array.from({ length: 30_000 }, (_, i) => i)
  const labels = values.map((i) => `day ${i}`)
  const text = visible(page([{ label: 'a', data: values, labels }]))
  expect(text).toContain('20,000 of 30,000 rows are shown.')
  expect([count(text, /<circle /g), count(text, /<tr>/g)]).toEqual([0, 20_001])
  expect(text).toContain('<th scope="row">day 29999</th><td class="number">29,999</td>')
  expect(text).not.toContain('<th scope="row">day 9999</th>')
})

test('series of different lengths stand side by side', () => {
  const long = { label: 'long', data: [1, 2], labels: ['a', 'b'] }
  const text = visible(page([{ label: 'short', data: [5], labels: ['a'] }, long]))
  expect(text).toContain('<th scope="row">b</th><td class="number"></td><td class="number">2</td>')
})

test('a time is written in the time zone of the project', () => {
  const text = page(null, { last_refresh: '2026-11-20T23:30:00.000Z', timezone: 'Asia/Tokyo' })
  expect(text).toContain('>21 November 2026 at 08:30 (Asia/Tokyo)</time>')
  expect(page(null)).not.toContain('Computed')
})

test('the derived name stands for a missing name', () => {
  expect(page(null, { name: '', derived_name: 'Derived' })).toContain('<h1 dir="auto">Derived</h1>')
})
