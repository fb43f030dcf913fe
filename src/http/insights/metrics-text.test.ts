import { expect, test } from 'vitest'
import { metricsText } from './metrics-text.ts'

const HELP = `# HELP throughline_client_timings_total Timings that clients have sent since the project was created.
# TYPE throughline_client_timings_total counter
`
const TIME_HELP = `# HELP throughline_time_to_see_data_seconds How long users waited for data, from the timings that have a waiting time.
# TYPE throughline_time_to_see_data_seconds histogram
`
const samples = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

test('no timings', () => {
  expect(metricsText([])).toBe(HELP + TIME_HELP)
})

test('buckets are cumulative; timings without a time are only counted', () => {
  const pair = { type: 'load', status: 'ok' }
  const text = metricsText([
    { ...pair, bucket: -1, count: 5, milliseconds: 0 },
    { ...pair, bucket: 1, count: 2, milliseconds: 150 },
    { ...pair, bucket: 3, count: 1, milliseconds: 400 },
    { ...pair, bucket: 11, count: 1, milliseconds: 400_000 },
  ])
  const labels = 'type="load",status="ok"'
  const ends = [
    ['0.05', 0],
    ['0.1', 2],
    ['0.25', 2],
    ['0.5', 3],
    ['1', 3],
    ['2.5', 3],
    ['5', 3],
    ['10', 3],
    ['30', 3],
    ['60', 3],
    ['300', 3],
    ['+Inf', 4],
  ]
  expect(text).toBe(
    `${HELP}throughline_client_timings_total{${labels}} 9
${TIME_HELP}${ends
  .map(([end, count]) => `throughline_time_to_see_data_seconds_bucket{${labels},le="${end}"} ${count}\n`)
  .join('')}throughline_time_to_see_data_seconds_sum{${labels}} 400.55
throughline_time_to_see_data_seconds_count{${labels}} 4
`,
  )
})

test('each pair has its own counts, and one without a time has no histogram', () => {
  const count = { bucket: -1, count: 1, milliseconds: 0 }
  const text = metricsText([
    { type: 'a', status: 'b', ...count },
    { type: 'a', status: 'c', ...count },
  ])
  expect(samples(text)).toEqual([
    'throughline_client_timings_total{type="a",status="b"} 1',
    'throughline_client_timings_total{type="a",status="c"} 1',
  ])
})

test.each([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['a"} 1\nfake_total 9', 'a\\"} 1\\nfake_total 9'],
  ['ü{}', 'ü{}'],
])('%j cannot leave its quotes', (type, written) => {
  const text = metricsText([{ type, status: 's', bucket: -1, count: 1, milliseconds: 0 }])
  expect(samples(text)).toEqual([`throughline_client_timings_total{type="${written}",status="s"} 1`])
})
