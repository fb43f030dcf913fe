import { EXPLANATIONS, isIssueStored } from '#contract/ingest-issue.ts'
import { createPipeline } from '#ingest/pipeline.ts'
import type { OpenRows } from './open-rows.ts'
import type { Row } from './row.ts'

/** The outcome that an import of some files would have. */
export interface Checked {
  readonly files: readonly { readonly file: string; readonly format: string; readonly rows: number }[]
  readonly events: number
  /** A sentence for each column that cannot be read. */
  readonly columnsLeftOut: readonly string[]
  readonly leftOut: Readonly<Record<string, number>>
  /** Rows that would not be imported, by reason. `first` is the file and the line of the first such row. */
  readonly setAside: Readonly<Record<string, { readonly count: number; readonly first: string }>>
  /** Events that would be stored, but not with everything that the file has, by reason. */
  readonly inPart: Readonly<Record<string, number>>
  /** The most frequent event names. */
  readonly names: readonly (readonly [name: string, count: number])[]
  readonly hasMoreNames: boolean
  /** Epoch ms; null if there are no events. */
  readonly fromMs: number | null
  readonly toMs: number | null
  /** JSON text of the first event. */
  readonly sample: string | null
}

const SHOWN_NAMES = 20
/**
 * Largest number of different event names that are counted. If there are more, the columns are probably
 * mixed up.
 */
const MOST_NAMES = 10_000

/** Reads all rows like an import, and runs them through the steps of capture, without a server. */
export async function checkFiles(
  files: readonly string[],
  openRows: (file: string) => Promise<OpenRows>,
  nowMs: number,
): Promise<Checked> {
  const tally = createTally(nowMs)
  const columnsLeftOut: string[] = []
  const read: { file: string; format: string; rows: number }[] = []
  for (const file of files) {
    const open = await openRows(file)
    columnsLeftOut.push(...open.columnsLeftOut)
    let rows = 0
    try {
      for await (const some of open.rows) {
        rows += some.length
        tally.add(file, some)
      }
    } finally {
      open.close()
    }
    read.push({ file, format: open.format, rows })
  }
  return { files: read, columnsLeftOut, ...tally.result() }
}

function createTally(nowMs: number) {
  const leftOut: Record<string, number> = {}
  const setAside: Record<string, { count: number; first: string }> = {}
  const inPart: Record<string, number> = {}
  const names = new Map<string, number>()
  const range = {
    events: 0,
    fromMs: null as number | null,
    toMs: null as number | null,
    sample: null as string | null,
  }
  const count = (counts: Record<string, number>, name: string, by: number) => {
    counts[name] = (counts[name] ?? 0) + by
  }
  const refuse = (file: string, { line }: Row, reason: string) => {
    setAside[reason] ??= { count: 0, first: `${file}:${line}` }
    setAside[reason].count++
  }
  function addEvents(file: string, rows: readonly Row[]): void {
    const pipeline = createPipeline({ sentAtMs: null, isHistorical: true }, nowMs)
    pipeline.run(rows.map(({ read }) => ('json' in read ? JSON.parse(read.json) : null)))
    const { outcomes, dropped } = pipeline.result()
    for (const { reason, count: affected } of dropped)
      if (isIssueStored(reason)) count(inPart, reason, affected)
    for (const [i, row] of rows.entries()) {
      const reason = outcomes[i]?.dropped ?? null
      if (reason !== null) refuse(file, row, EXPLANATIONS[reason].sentence)
      else if ('json' in row.read) addEvent(row.read)
    }
  }
  function addEvent({ json, name, timestampMs }: { json: string; name: string; timestampMs: number }): void {
    range.events++
    range.sample ??= json
    range.fromMs = Math.min(range.fromMs ?? timestampMs, timestampMs)
    range.toMs = Math.max(range.toMs ?? timestampMs, timestampMs)
    if (names.has(name) || names.size < MOST_NAMES) names.set(name, (names.get(name) ?? 0) + 1)
  }
  return {
    add(file: string, rows: readonly Row[]): void {
      for (const row of rows) {
        if ('reason' in row.read) refuse(file, row, row.read.kind ?? row.read.reason)
        else if ('leftOut' in row.read) count(leftOut, row.read.leftOut, 1)
      }
      addEvents(
        file,
        rows.filter(({ read }) => 'json' in read),
      )
    },
    result: () => ({
      ...range,
      ...{ leftOut, setAside, inPart, hasMoreNames: names.size > SHOWN_NAMES },
      names: [...names].sort((a, b) => b[1] - a[1]).slice(0, SHOWN_NAMES),
    }),
  }
}
