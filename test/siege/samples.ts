/** Durations of one kind of request, in ms, and the number of each kind of failure. */
export interface Samples {
  /** Runs `work` and records its duration. A failure is counted by its message, and has no duration. */
  take(work: () => Promise<unknown>): Promise<void>
  report(): SampleReport
}
export interface SampleReport {
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly longest: number
  readonly failures: Readonly<Record<string, number>>
}

export type Reports = Readonly<Record<string, SampleReport>>

export function createSamples(): Samples {
  const ms: number[] = []
  const failures: Record<string, number> = {}
  return {
    async take(work) {
      const startedMs = performance.now()
      try {
        await work()
        ms.push(performance.now() - startedMs)
      } catch (error) {
        const reason = error instanceof Error ? error.message.slice(0, 80) : String(error)
        failures[reason] = (failures[reason] ?? 0) + 1
      }
    },
    report() {
      const sorted = ms.toSorted((a, b) => a - b)
      const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
      return { count: ms.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), longest: at(1), failures }
    },
  }
}

/** Makes samples by name, each at its first use. */
export function createSamplesByName() {
  const samples = new Map<string, Samples>()
  return {
    of(name: string): Samples {
      const known = samples.get(name) ?? createSamples()
      samples.set(name, known)
      return known
    },
    reports: (): Reports => Object.fromEntries([...samples].map(([name, taken]) => [name, taken.report()])),
  }
}
