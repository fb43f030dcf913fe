import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { killServers, TOKEN } from '../fixtures/server-process.ts'
import { targetOf } from '../siege/besieged-server.ts'
import { loadEvents } from '../siege/load-events.ts'
import { captureWhile } from './capture-while.ts'
import { LARGE_ANSWERS } from './large-answers.ts'
import { createMeasure, type LargeRequest, type Measured } from './measure.ts'
import { requestsOfDocument } from './requests-of-document.ts'
import { startWatchedServer } from './watched-server.ts'

interface Options {
  readonly events: string
  readonly only: string
  readonly captureSeconds: string
}
const MIB = 1024 * 1024
/** The settings THROUGHLINE_API_BODY_BYTES and THROUGHLINE_CAPTURE_BODY_BYTES. */
const SIZES = { api: MIB, capture: 20 * MIB }
const LONGEST_STALL_MS = 100
const MOST_GROWTH_MIB = 100
/** The number of longest stalls that are printed. */
const PRINTED = 40
/** The number of requests next to which another project captures: those with the longest stalls. */
const CAPTURED_NEXT_TO = 10
const LONGEST_CAPTURE_MS = 100

/**
 * Sends the largest requests of all operations and prints what each did to the event loop, then how long
 * captures of another project take while one of the ten longest is repeated. Exits with 1 if a stall or the
 * p99 of captures was too long.
 */
async function stalls({ events, only, captureSeconds }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-stalls-'))
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  const watched = await startWatchedServer(folder)
  const target = await targetOf(watched.server, TOKEN)
  await loadEvents(target, Number(events))
  const isAsked = ({ name }: { readonly name: string }) => new RegExp(only).test(name)
  const measure = createMeasure(watched)
  const requests: LargeRequest[] = [
    ...LARGE_ANSWERS.map(({ path, ...answer }) => ({
      ...answer,
      path: `/api/projects/1${path}`,
      text: () => JSON.stringify(answer.body),
    })),
    ...(await requestsOfDocument(measure.send, SIZES)),
  ].filter(isAsked)
  const measured: Measured[] = []
  for (const request of requests) measured.push(await measure(request))
  print(measured)
  const failed = measured.filter(
    ({ stallMs, grownMiB, status }) =>
      stallMs > LONGEST_STALL_MS || grownMiB > MOST_GROWTH_MIB || status >= 500 || status === 0,
  )
  console.log(
    `${measured.length} requests, ${failed.length} beyond a limit; load ${loadavg()[0]?.toFixed(1)}`,
  )
  console.log('captures: p50, p99, longest in ms, count, request that was repeated')
  let isFast = true
  for (const { request } of longestOf(measured, CAPTURED_NEXT_TO)) {
    const report = await captureWhile(measure.send, request, {
      url: watched.server.url,
      token: target.modest.token,
      seconds: Number(captureSeconds),
    })
    const times = [report.p50, report.p99, report.longest].map((ms) => Math.round(ms))
    console.log([...times, report.count, request.name].join('\t'), report.failures)
    if (report.p99 > LONGEST_CAPTURE_MS || Object.keys(report.failures).length > 0) isFast = false
  }
  process.exit(failed.length === 0 && isFast ? 0 : 1)
}

const longestOf = (measured: readonly Measured[], count: number) =>
  measured.toSorted((a, b) => b.stallMs - a.stallMs).slice(0, count)

function print(measured: readonly Measured[]): void {
  const longest = longestOf(measured, PRINTED)
  console.log('stall ms (CPU), outside ms, garbage collection ms, growth MiB, answer bytes, status, request')
  for (const { request, stallMs, stallCpuMs, healthMs, gcMs, grownMiB, bytes, status } of longest)
    console.log(
      `${stallMs} (${stallCpuMs})\t${healthMs}\t${gcMs}\t${grownMiB}\t${bytes}\t${status}\t${request.name}`,
    )
}

await new Command()
  .option('--events <count>', 'events that are loaded first', '1000000')
  .option('--only <pattern>', 'a regular expression of the names of requests', '')
  .option('--capture-seconds <count>', 'how long captures are measured next to each request', '10')
  .action(stalls)
  .parseAsync()
