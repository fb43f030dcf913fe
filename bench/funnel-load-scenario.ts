import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { WalkedRow } from '../src/insights/kinds/funnels/walked-rows.ts'
import { idleBeside } from './idle-beside.ts'
import { round } from './ingest-scenario.ts'
import { type MeasuredStore, openStore } from './measured-store.ts'
import { spentBy, walkFunnel } from './sequence-scenario.ts'

const LOADER = fileURLToPath(new URL('sequence-events.ts', import.meta.url))
const AT_ONCE = 32
const DAYS = 90
const MiB = 1024 * 1024
const EVENTS_OF_ONE = 1_000_000
const STEPS_OF_ONE = 20

/**
 * Measures what funnels must withstand: many at once, and one person with as many events as a robot sends.
 */
export async function* measureFunnelLoad(
  folder: string,
  events: number,
  nowMs: number,
): AsyncGenerator<object> {
  // Nothing runs here: the measure shows the pauses that other processes of the machine, and the measuring
  // itself, cause in an event loop without work.
  const { pauseMs } = await spentBy(() => setTimeout(2_000))
  yield { measure: 'an idle event loop for two seconds', longestPauseMs: round(pauseMs) }
  const many = await storeWith(join(folder, 'many'), events, nowMs, [])
  yield await measureOne(many, events, nowMs)
  yield await measureAtOnce(many, events, nowMs)
  await many.close()
  const one = await storeWith(join(folder, 'one'), EVENTS_OF_ONE, nowMs, ['1'])
  for (const order of ['ordered', 'strict', 'unordered']) yield await measurePerson(one, order, nowMs)
  await one.close()
}

async function storeWith(folder: string, events: number, nowMs: number, more: readonly string[]) {
  execFileSync(process.execPath, ['--import', 'tsx', LOADER, folder, String(events), String(nowMs), ...more])
  return openStore(folder)
}

const rssMiB = () => process.memoryUsage.rss() / MiB

async function measureOne({ executors }: MeasuredStore, events: number, nowMs: number): Promise<object> {
  const idleMiB = rssMiB()
  const asked = { days: DAYS, events, nowMs, parameters: {} }
  const { ms, peakMiB, pauseMs, ownTurnMs } = await spentBy(() => walkFunnel(executors, asked))
  return {
    measure: 'one funnel of 3 steps, the first of the process',
    events,
    ms: Math.round(ms),
    memoryMiB: Math.round(peakMiB - idleMiB),
    longestPauseMs: round(pauseMs),
    longestOwnTurnMs: round(ownTurnMs ?? Number.NaN),
  }
}

/**
 * Measures many funnels at once. Each has a window of its own, so that no two of them are the same
 * question.
 */
async function measureAtOnce({ executors }: MeasuredStore, events: number, nowMs: number): Promise<object> {
  const idleMiB = rssMiB()
  const endsMs: number[] = []
  const ended: number[] = []
  const beganMs = performance.now()
  const ask = async (i: number): Promise<readonly WalkedRow[]> => {
    const parameters = { funnel_window_interval: i + 1 }
    const rows = await walkFunnel(executors, { days: DAYS, events, nowMs, parameters })
    endsMs.push(performance.now() - beganMs)
    ended.push(i)
    return rows
  }
  const askAll = async () => {
    const asked: Promise<readonly WalkedRow[]>[] = []
    for (let i = 0; i < AT_ONCE; i++) {
      asked.push(ask(i))
      // Funnels are planned in separate turns, as requests arrive. Planning all of them in one turn would
      // be the longest turn.
      await setImmediate()
    }
    return Promise.all(asked)
  }
  const beside = await idleBeside(() => spentBy(askAll))
  const { result, ms, peakMiB, pauseMs, ownTurnMs } = beside.result
  return {
    measure: `${AT_ONCE} funnels of 3 steps asked at once`,
    events,
    answered: result.filter((rows) => rows.length === 1).length,
    ms: Math.round(ms),
    firstEndMs: Math.round(endsMs[0] ?? 0),
    // The number need not be 0, because the walks of two questions run at the same time.
    mostPlacesOutOfTurn: Math.max(...ended.map((asked, place) => Math.abs(asked - place))),
    memoryMiB: Math.round(peakMiB - idleMiB),
    longestPauseMs: round(pauseMs),
    longestOwnTurnMs: round(ownTurnMs ?? Number.NaN),
    longestPauseOfIdleProcessMs: round(beside.idlePauseMs),
  }
}

async function measurePerson({ executors }: MeasuredStore, order: string, nowMs: number): Promise<object> {
  const names = ['$pageview', 'added to cart', 'scrolled']
  const steps = Array.from({ length: STEPS_OF_ONE }, (_, i) => names[i % names.length] ?? '')
  const asked = { days: DAYS, events: EVENTS_OF_ONE, nowMs, parameters: { funnel_order_type: order } }
  const idleMiB = rssMiB()
  const spent = []
  for (let i = 0; i < 3; i++) spent.push(await spentBy(() => walkFunnel(executors, asked, steps)))
  const [totals] = (spent[0]?.result ?? []).map((row) => row.totals)
  return {
    measure: `${STEPS_OF_ONE} steps over one person with ${EVENTS_OF_ONE} events, ${order}`,
    counts: totals?.kind === 'steps' ? String(totals.counts) : null,
    ms: spent.map(({ ms }) => Math.round(ms)),
    memoryMiB: Math.round(Math.max(...spent.map(({ peakMiB }) => peakMiB)) - idleMiB),
    longestPauseMs: round(Math.max(...spent.map(({ pauseMs }) => pauseMs))),
  }
}
