import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { killServers, TOKEN } from '../fixtures/server-process.ts'
import { targetOf } from '../siege/besieged-server.ts'
import { loadEvents } from '../siege/load-events.ts'
import { LARGE_ANSWERS } from './large-answers.ts'
import { createMeasure, type Measured } from './measure.ts'
import { requestsOfDocument } from './requests-of-document.ts'
import { startWatchedServer } from './watched-server.ts'

interface Options {
  readonly events: string
  readonly only: string
}
const MIB = 1024 * 1024
/** The settings THROUGHLINE_API_BODY_BYTES and THROUGHLINE_CAPTURE_BODY_BYTES. */
const SIZES = { api: MIB, capture: 20 * MIB }
const LONGEST_STALL_MS = 100
const MOST_GROWTH_MIB = 100
/** The number of longest stalls that are printed. */
const PRINTED = 40

/**
 * Sends the largest requests of all operations and prints what each did to the event loop. Exits with 1 if
 * there was a long stall.
 */
async function stalls({ events, only }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-stalls-'))
  process.on('exit', () => {
    void killServers()
    rmSync(folder, { recursive: true, force: true })
  })
  const watched = await startWatchedServer(folder)
  await loadEvents(await targetOf(watched.server, TOKEN), Number(events))
  const isAsked = ({ name }: { readonly name: string }) => new RegExp(only).test(name)
  const measure = createMeasure(watched)
  const measured: Measured[] = []
  for (const { path, ...answer } of LARGE_ANSWERS.filter(isAsked))
    measured.push(
      await measure({ ...answer, path: `/api/projects/1${path}`, text: () => JSON.stringify(answer.body) }),
    )
  for (const request of (await requestsOfDocument(measure.send, SIZES)).filter(isAsked))
    measured.push(await measure(request))
  print(measured)
  const failed = measured.filter(
    ({ stallMs, grownMiB, status }) =>
      stallMs > LONGEST_STALL_MS || grownMiB > MOST_GROWTH_MIB || status >= 500 || status === 0,
  )
  console.log(
    `${measured.length} requests, ${failed.length} beyond a limit; load ${loadavg()[0]?.toFixed(1)}`,
  )
  process.exit(failed.length === 0 ? 0 : 1)
}

function print(measured: readonly Measured[]): void {
  const longest = measured.toSorted((a, b) => b.stallMs - a.stallMs).slice(0, PRINTED)
  console.log('stall ms (CPU), outside ms, garbage collection ms, growth MiB, answer bytes, status, request')
  for (const { name, stallMs, stallCpuMs, healthMs, gcMs, grownMiB, bytes, status } of longest)
    console.log(`${stallMs} (${stallCpuMs})\t${healthMs}\t${gcMs}\t${grownMiB}\t${bytes}\t${status}\t${name}`)
}

await new Command()
  .option('--events <count>', 'events that are loaded first', '1000000')
  .option('--only <pattern>', 'a regular expression of the names of requests', '')
  .action(stalls)
  .parseAsync()
