import { Agent, request } from 'node:http'
import { batchBody, type Dataset } from './events.ts'
import type { MeasuredServer } from './measured-server.ts'

export interface IngestOptions {
  readonly batch: number
  /** Number of requests in flight. */
  readonly clients: number
}

/** Sends the whole dataset and measures until the last answer. All events are durable by then. */
export async function measureIngest(
  server: MeasuredServer,
  dataset: Dataset,
  options: IngestOptions,
): Promise<object> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients })
  const cpuBefore = server.cpuMs()
  const startedMs = performance.now()
  const answerMs: number[] = []
  let next = 0
  const client = async () => {
    for (let from = next; from < dataset.events; from = next) {
      next += options.batch
      const body = batchBody(dataset, from, options.batch)
      const sentMs = performance.now()
      await post(`${server.url}/batch/`, body, agent)
      answerMs.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  const seconds = (performance.now() - startedMs) / 1000
  agent.destroy()
  return {
    measure: 'ingest',
    events: dataset.events,
    ...options,
    seconds: round(seconds),
    eventsPerSecond: Math.round(dataset.events / seconds),
    serverCpuMicrosecondsPerEvent: round(((server.cpuMs() - cpuBefore) * 1000) / dataset.events),
    answerMs: spread(answerMs),
    memoryMiB: server.memoryMiB(),
  }
}

/** Sends a body and waits for its answer with status 200. */
export function post(url: string, body: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`Capture answered ${response.statusCode}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

export const round = (value: number): number => Math.round(value * 100) / 100

/** Returns the median and 95th percentile of a list of durations. */
export function spread(values: readonly number[]): { median: number; p95: number } {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) =>
    round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { median: at(0.5), p95: at(0.95) }
}
