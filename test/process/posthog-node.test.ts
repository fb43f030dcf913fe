import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PostHog } from 'posthog-node'
import { afterEach, expect, test, vi } from 'vitest'
import { type RecordingProxy, startRecordingProxy } from '../fixtures/recording-proxy.ts'
import { countsByEvent } from '../fixtures/server-client.ts'
import { killServers, TOKEN } from '../fixtures/server-process.ts'
import { countsByUuid } from '../fixtures/stored-uuids.ts'
import { useBundle } from '../fixtures/use-bundle.ts'

const program = useBundle()
let folder = ''
let proxy: RecordingProxy | undefined
afterEach(async () => {
  vi.unstubAllEnvs()
  await proxy?.close()
  await killServers()
  await rm(folder, { recursive: true, force: true })
})

const EVENTS = 50
const CAPTURE_PATHS = { v0: '/batch/', v1: '/i/v1/analytics/events' }

test.each(['v0', 'v1'] as const)(
  'posthog-node in %s: events that were stored before a kill are stored once after the retry',
  async (mode) => {
    vi.stubEnv('POSTHOG_CAPTURE_MODE', mode)
    const path = CAPTURE_PATHS[mode]
    folder = await mkdtemp(join(tmpdir(), 'throughline-posthog-node-'))
    const first = await program.startServer(folder)
    let isKilled = false
    // The server has stored the first batch when it is killed, but the response does not reach the SDK.
    proxy = await startRecordingProxy(first.url, ({ url }) => {
      if (url !== path || isKilled) return true
      isKilled = true
      first.kill('SIGKILL')
      return false
    })
    const client = new PostHog(TOKEN, { host: proxy.url, fetchRetryCount: 60, fetchRetryDelay: 500 })
    const errors: unknown[] = []
    client.on('error', (error: unknown) => errors.push(error))
    for (let n = 0; n < EVENTS; n++) client.capture({ distinctId: `person ${n % 5}`, event: 'order placed' })
    const flushed = client.flush()

    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
    const second = await program.startServer(folder, { PORT: new URL(first.url).port })
    expect(second.url).toBe(first.url)
    await flushed
    await client.shutdown()
    expect(errors).toEqual([])

    const batches = proxy.seen.filter(({ url }) => url === path)
    expect(batches.map(({ status }) => status)).toEqual([200, 200])
    expect(await countsByEvent(second, ['order placed'], { from: '-1d' })).toEqual([EVENTS])
    second.kill('SIGTERM')
    expect(await second.exited).toEqual({ code: 0, signal: null })
    const counts = await countsByUuid(folder)
    expect([counts.size, new Set(counts.values())]).toEqual([EVENTS, new Set([1])])
  },
)
