import { Gauge, type Registry } from 'prom-client'

/** The state of the server at the moment of a scrape. */
export interface Readings {
  /** Null if the event store does not respond. */
  readonly engine: EngineReadings | null
  readonly isMetadataAnswering: boolean
  /** Null if the events are on servers. */
  readonly disk: {
    readonly freeBytes: number
    readonly reservedBytes: number
    readonly level: string
    readonly repairs: number
    readonly brokenParts: number
  } | null
  /** Null if the metadata is on a server. */
  readonly metadataDisk: { readonly freeBytes: number; readonly fileBytes: number } | null
  readonly queries: { readonly running: number; readonly waiting: number }
  readonly duties: readonly {
    readonly name: string
    readonly lastRunMs: number | null
    readonly runs: number
    readonly failures: number
    readonly failuresInARow: number
  }[]
  /** The code of the reason why the server is not ready; null while it is ready. */
  readonly notReady: string | null
}

export interface EngineReadings {
  readonly memoryBytes: number
  /** Null if the events are on servers, because the limit then belongs to the servers. */
  readonly memoryLimitBytes: number | null
  readonly merges: number
  readonly mutations: number
  readonly tables: readonly {
    readonly table: string
    readonly parts: number
    readonly rows: number
    readonly bytes: number
  }[]
}

/** The value of a metric that this form of the server does not have. */
const UNKNOWN = Number.NaN
const LEVELS = ['ample', 'low', 'full']

type SetAll = (readings: Readings) => void

/** Creates the metrics whose values are read at a scrape. The returned function sets all of them. */
export function createReadings(registry: Registry): SetAll {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name: `throughline_${name}`, help, labelNames, registers: [registry] })
  const setters = [storeGauges(gauge), engineGauges(gauge), diskGauges(gauge), dutyGauges(gauge)]
  return (readings) => {
    for (const set of setters) set(readings)
  }
}

type MakeGauge = <Label extends string = never>(
  name: string,
  help: string,
  labelNames?: readonly Label[],
) => Gauge<Label>

function storeGauges(gauge: MakeGauge): SetAll {
  const up = gauge('store_up', 'Whether a store answers: 1 or 0.', ['store'])
  const ready = gauge('ready', 'Whether _ready answers 200: 1 or 0.')
  const running = gauge('queries_running', 'Queries of clients that the event engine works on.')
  const waiting = gauge('queries_waiting', 'Queries of clients that wait for their turn.')
  return ({ engine, isMetadataAnswering, notReady, queries }) => {
    up.set({ store: 'events' }, Number(engine !== null))
    up.set({ store: 'metadata' }, Number(isMetadataAnswering))
    ready.set(Number(notReady === null))
    running.set(queries.running)
    waiting.set(queries.waiting)
  }
}

function engineGauges(gauge: MakeGauge): SetAll {
  const memory = gauge('engine_memory_bytes', 'Memory that the event engine has in use.')
  const limit = gauge('engine_memory_limit_bytes', 'Memory that the event engine may use.')
  const merges = gauge('engine_merges', 'Merges of stored parts that run now.')
  const mutations = gauge('engine_mutations', 'Rewrites of stored parts that are not finished.')
  const parts = gauge('engine_parts', 'Active parts of a table.', ['table'])
  const rows = gauge('engine_rows', 'Rows of the active parts of a table.', ['table'])
  const bytes = gauge('engine_table_bytes', 'Bytes of the active parts of a table.', ['table'])
  return ({ engine }) => {
    if (engine === null) return
    memory.set(engine.memoryBytes)
    limit.set(engine.memoryLimitBytes ?? UNKNOWN)
    merges.set(engine.merges)
    mutations.set(engine.mutations)
    for (const { table, ...of } of engine.tables) {
      parts.set({ table }, of.parts)
      rows.set({ table }, of.rows)
      bytes.set({ table }, of.bytes)
    }
  }
}

function diskGauges(gauge: MakeGauge): SetAll {
  const free = gauge('disk_free_bytes', 'Bytes that can still be written, by store.', ['store'])
  const reserved = gauge('disk_reserved_bytes', 'Bytes that events may not use.')
  const level = gauge('disk_level', 'The level of the disk of events: 1 for the present one.', ['level'])
  const repairs = gauge('disk_repairs', 'Repairs of the event store after failed writes, since the start.')
  const broken = gauge('engine_unreadable_parts', 'Parts that cannot be read: questions lack their events.')
  const file = gauge('metadata_bytes', 'Size of the metadata with its log.')
  return ({ disk, metadataDisk }) => {
    if (metadataDisk !== null) free.set({ store: 'metadata' }, metadataDisk.freeBytes)
    if (disk !== null) {
      free.set({ store: 'events' }, disk.freeBytes)
      for (const one of LEVELS) level.set({ level: one }, Number(one === disk.level))
    }
    file.set(metadataDisk?.fileBytes ?? UNKNOWN)
    reserved.set(disk?.reservedBytes ?? UNKNOWN)
    repairs.set(disk?.repairs ?? UNKNOWN)
    broken.set(disk?.brokenParts ?? UNKNOWN)
  }
}

function dutyGauges(gauge: MakeGauge): SetAll {
  const runs = gauge('duty_runs', 'Runs of a duty since the start.', ['duty'])
  const failures = gauge('duty_failures', 'Failed runs of a duty since the start.', ['duty'])
  const inARow = gauge('duty_failures_in_a_row', 'Failed runs of a duty since its last success.', ['duty'])
  const last = gauge('duty_last_run_timestamp_seconds', 'When the last run of a duty ended.', ['duty'])
  return ({ duties }) => {
    for (const { name: duty, ...record } of duties) {
      runs.set({ duty }, record.runs)
      failures.set({ duty }, record.failures)
      inARow.set({ duty }, record.failuresInARow)
      if (record.lastRunMs !== null) last.set({ duty }, record.lastRunMs / 1_000)
    }
  }
}
