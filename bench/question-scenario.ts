import { spread } from './ingest-scenario.ts'
import type { MeasuredServer } from './measured-server.ts'

const RUNS = 15

interface MeasuredQuestion {
  readonly measure: string
  readonly path: string
  readonly body: object
}

const STEPS = ['$pageview', 'added to cart', 'purchased'].map((id, order) => ({ id, order }))

/** The measured questions. Each range covers the 30 days of the data. */
export const QUESTIONS: readonly MeasuredQuestion[] = [
  {
    measure: 'trend total',
    path: '/insights/trend/',
    body: { events: [{ id: '$pageview' }], date_from: '-30d' },
  },
  {
    measure: 'trend dau',
    path: '/insights/trend/',
    body: { events: [{ id: '$pageview', math: 'dau' }], date_from: '-30d' },
  },
  {
    measure: 'trend filtered',
    path: '/insights/trend/',
    body: {
      events: [{ id: '$pageview' }],
      properties: [{ key: '$browser', value: 'Chrome', operator: 'exact' }],
      date_from: '-30d',
    },
  },
  {
    measure: 'funnel of 3 with times',
    path: '/insights/funnel/',
    body: { events: STEPS, date_from: '-30d' },
  },
]

/**
 * Computes one question repeatedly, after two unmeasured runs, and then reads the cached result just as
 * often. The CPU is that of the server, in the kernel's ticks of 10 ms. Background merges fall into some
 * runs, so the median tells more than the mean.
 */
export async function measureQuestion(server: MeasuredServer, question: MeasuredQuestion): Promise<object> {
  const compute = () => server.ask(question.path, { ...question.body, refresh: 'force_blocking' })
  const read = () => server.ask(question.path, question.body)
  await compute()
  await compute()
  const computed = await measured(server, compute)
  return { measure: question.measure, runs: RUNS, ...computed, kept: await measured(server, read) }
}

async function measured(server: MeasuredServer, ask: () => Promise<unknown>) {
  const wallMs: number[] = []
  const cpuMs: number[] = []
  for (let i = 0; i < RUNS; i++) {
    const cpuBefore = server.cpuMs()
    const startedMs = performance.now()
    await ask()
    wallMs.push(performance.now() - startedMs)
    cpuMs.push(server.cpuMs() - cpuBefore)
  }
  return { wallMs: spread(wallMs), serverCpuMs: spread(cpuMs), memoryMiB: server.memoryMiB() }
}
