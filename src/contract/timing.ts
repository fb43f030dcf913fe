import { z } from 'zod'

/** A client's report of how long its user waited. The server counts three of its fields. */
export const TimingBody = z
  .unknown()
  .refine(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Invalid input: expected a JSON object',
  )
  .meta({
    id: 'ClientTiming',
    type: 'object',
    properties: {
      type: { type: 'string' },
      status: { type: 'string' },
      time_to_see_data_ms: { type: 'number' },
    },
  })

/** The text format that every version of Prometheus accepts. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'
export const MetricsAnswer = {
  description: 'Metrics in the text format of Prometheus.',
  content: { 'text/plain': { schema: z.string() } },
}
