import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Observer } from '#shared/observer.ts'
import { createCounts, type IsStored } from './counts.ts'
import { createReadings, type Readings } from './readings.ts'

export interface Metrics {
  readonly observer: Observer
  /**
   * Begins to measure the process: memory, CPU time, and delay of the event loop. The measurement goes on
   * until the process ends.
   */
  measureProcess(): void
  /** Returns all metrics in the text format of Prometheus. */
  text(readings: Readings): Promise<string>
}

/** Creates the metrics of one server. */
export function createMetrics(isStored: IsStored): Metrics {
  const registry = new Registry()
  const observer = createCounts(registry, isStored)
  const setReadings = createReadings(registry)
  let isMeasuring = false
  return {
    observer,
    measureProcess() {
      if (!isMeasuring) collectDefaultMetrics({ register: registry })
      isMeasuring = true
    },
    text(readings) {
      setReadings(readings)
      return registry.metrics()
    },
  }
}
