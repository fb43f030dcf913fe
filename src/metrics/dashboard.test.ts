import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import type { Readings } from './readings.ts'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly targets?: readonly { readonly expr: string }[]
  }[]
}
const file = fileURLToPath(new URL('../../deploy/grafana/throughline.json', import.meta.url))
const { panels } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const))

const READINGS: Readings = {
  engine: {
    ...{ memoryBytes: 1, memoryLimitBytes: 2, merges: 0, mutations: 0 },
    tables: [{ table: 'events', parts: 1, rows: 1, bytes: 1 }],
  },
  isMetadataAnswering: true,
  disk: { freeBytes: 1, reservedBytes: 1, level: 'ample', repairs: 0, brokenParts: 0 },
  metadataDisk: { freeBytes: 1, fileBytes: 1 },
  queries: { running: 0, waiting: 0 },
  duties: [{ name: 'mirror', lastRunMs: 1, runs: 1, failures: 0, failuresInARow: 0 }],
  notReady: null,
}

/** Returns the labels of each metric by the name of its series, after everything has happened once. */
async function labelsBySeries(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { observer, measureProcess, text } = createMetrics(() => false)
  measureProcess()
  observer.requestEnded({ method: 'GET', route: '/', status: 200, seconds: 1 })
  const query = { name: 'trends.values', projectId: 1, share: 'key 5', failure: 'memory' }
  observer.queryEnded({ ...query, seconds: 1, waitedSeconds: 1 })
  observer.flushEnded({ requests: 1, events: 1, seconds: 1, isStored: true })
  observer.eventsCaptured('missing_event_name', 1)
  observer.questionAnswered('trends', true)
  const lines = (await text(READINGS)).split('\n')
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = found.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    found.set(name, known)
  }
  return found
}

test('every metric and label of the dashboard exists', async () => {
  const known = await labelsBySeries()
  for (const [title, expr] of queries) {
    const names = [...expr.matchAll(/\b(?:throughline|process|nodejs)_\w+/g)].map(([name]) => name)
    expect([title, names.length > 0]).toEqual([title, true])
    for (const name of names) {
      expect([title, name, known.has(name)]).toEqual([title, name, true])
      const by = [...expr.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '))
      const matched = [...expr.matchAll(/[{,](\w+)=/g)].map(([, label = '']) => label)
      const asked = [...by, ...matched].filter((label) => label !== 'job')
      expect([title, asked.filter((label) => !known.get(name)?.has(label))]).toEqual([title, []])
    }
  }
})

test('the dashboard shows every metric of the server', async () => {
  const all = queries.map(([, expr]) => expr).join('\n')
  const names = [...(await labelsBySeries()).keys()].filter((name) => name.startsWith('throughline_'))
  const NOT_SHOWN = [
    // The metrics of failures in a row and of the last run's time say more than these counters.
    'throughline_duty_runs',
    'throughline_duty_failures',
    'throughline_disk_level',
  ]
  const shown = names.filter((name) => {
    const metric = name.replace(/_(bucket|sum|count)$/, '')
    return all.includes(metric) || NOT_SHOWN.includes(name)
  })
  expect(shown).toEqual(names)
})

test('each panel has an id of its own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})
