import type { TimingCount } from '#metadata/insights/timing-store.ts'
import { groupBy } from '#shared/group-by.ts'
import { BUCKET_ENDS_MS } from './client-timing.ts'

const TIMINGS = 'throughline_client_timings_total'
const TIME = 'throughline_time_to_see_data_seconds'

/** Writes the counts of client timings in the text format of Prometheus, version 0.0.4. */
export function metricsText(counts: readonly TimingCount[]): string {
  const pairOf = ({ type, status }: TimingCount) => JSON.stringify([type, status])
  const pairs = [...groupBy(counts, pairOf, (count) => count).values()]
  return [
    `# HELP ${TIMINGS} Timings that clients have sent since the project was created.`,
    `# TYPE ${TIMINGS} counter`,
    ...pairs.map((pair) => `${TIMINGS}{${labelsOf(pair)}} ${sum(pair, 'count')}`),
    `# HELP ${TIME} How long users waited for data, from the timings that have a waiting time.`,
    `# TYPE ${TIME} histogram`,
    ...pairs.flatMap(histogram),
    '',
  ].join('\n')
}

function histogram(pair: readonly TimingCount[]): string[] {
  const timed = pair.filter(({ bucket }) => bucket >= 0)
  if (timed.length === 0) return []
  const labels = labelsOf(pair)
  const ends = [...BUCKET_ENDS_MS.map((end) => String(end / 1_000)), '+Inf']
  return [
    ...ends.map((end, place) => {
      const upTo = timed.filter(({ bucket }) => bucket <= place)
      return `${TIME}_bucket{${labels},le="${end}"} ${sum(upTo, 'count')}`
    }),
    `${TIME}_sum{${labels}} ${sum(timed, 'milliseconds') / 1_000}`,
    `${TIME}_count{${labels}} ${sum(timed, 'count')}`,
  ]
}

const sum = (counts: readonly TimingCount[], field: 'count' | 'milliseconds') =>
  counts.reduce((total, count) => total + count[field], 0)

function labelsOf([first]: readonly TimingCount[]): string {
  return `type="${escaped(first?.type ?? '')}",status="${escaped(first?.status ?? '')}"`
}

const escaped = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
