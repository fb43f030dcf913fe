import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import type { WireRequest } from '../../src/ingest/wire/protocol.ts'
import { checkCapture } from './check-capture.ts'
import { anyRequest } from './hostile-requests.ts'

/**
 * `npm run fuzz -- [inputs] [seed]`: sends hostile requests to the parser of capture requests. Prints one
 * JSON line with the counts. Exits with 1, the seed and the smallest failing input if a check fails, or if
 * memory grows from one tenth of the inputs to the next.
 */
const inputs = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31)
const PARTS = 10
/** Room for the memory of object shapes and of the compiler. */
const MAX_GROWTH_MIB = 64

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const seen = { kept: 0, dropped: 0, read: 0, slowestMs: 0 }
const refused = new Map<string, number>()
const heapMiB: number[] = []
const startedMs = performance.now()

for (let part = 0; part < PARTS; part++) {
  const failure = await failureOf(part)
  if (failure !== null) {
    print({ failed: failure })
    process.exit(1)
  }
  collectGarbage()
  heapMiB.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20))
}
const hasGrown = (heapMiB.at(-1) ?? 0) - (heapMiB[0] ?? 0) > MAX_GROWTH_MIB
print({
  inputs: Math.ceil(inputs / PARTS) * PARTS,
  seed,
  seconds: Math.round((performance.now() - startedMs) / 1_000),
  ...seen,
  slowestMs: Math.round(seen.slowestMs),
  refused: Object.fromEntries(refused),
  heapMiB,
  failed: hasGrown ? 'memory grows' : null,
})
process.exit(hasGrown ? 1 : 0)

async function failureOf(part: number) {
  const property = fc.asyncProperty(anyRequest, async (request) => note(await checkCapture(request)))
  const details = await fc.check(property, { seed: seed + part, numRuns: Math.ceil(inputs / PARTS) })
  if (!details.failed) return null
  const [request] = details.counterexample ?? []
  return {
    seed: seed + part,
    path: details.counterexamplePath,
    error: String(details.errorInstance),
    request: request === undefined ? null : shown(request),
  }
}

function note({ refused: code, kept, dropped, tookMs }: Awaited<ReturnType<typeof checkCapture>>): void {
  seen.kept += kept
  seen.dropped += dropped
  seen.slowestMs = Math.max(seen.slowestMs, tookMs)
  if (code === null) seen.read++
  else refused.set(code, (refused.get(code) ?? 0) + 1)
}

function shown(request: WireRequest) {
  return { ...request, body: request.body.toString('latin1').slice(0, 2_000), bodyBytes: request.body.length }
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}
