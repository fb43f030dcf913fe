import { type Config, parseConfig } from '#app/config.ts'
import { type Demo, makeDemo } from '#demo/make-demo.ts'
import type { ServerAddress } from '#demo/server-client.ts'
import { FolderInUseError } from '#metadata/database/folder-lock.ts'
import { checkVariables } from './check-variables.ts'
import { demoReport } from './demo-report.ts'
import { errorSentence } from './error-sentence.ts'
import { parsedUrl } from './given-address.ts'
import { firstStartNotice } from './greeting.ts'
import { checkOpenFiles } from './open-files.ts'
import { withOwnServer } from './own-server.ts'
import { print, printError } from './print.ts'
import { createProgress } from './progress.ts'

export interface DemoArguments {
  readonly url?: string
  readonly key?: string
  readonly seed: number
  readonly events: number
  /** Time in epoch ms at which the events of the demo end; the present if it is absent. */
  readonly until?: number
}

/** Fills a new project "Demo". On an error it prints one sentence and sets exit code 1. */
export async function demo(given: DemoArguments): Promise<void> {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error('Stopped. Events that were sent before remain.')))
  try {
    checkVariables()
    const server = addressOf(given)
    if (server === null) await fillDataFolder(parseConfig(), given, interruption.signal)
    else await fillRunningServer(server, given, interruption.signal)
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

function addressOf({ url, key }: DemoArguments): ServerAddress | null {
  if (url === undefined && key === undefined) return null
  if (url === undefined || key === undefined)
    throw new Error('Give --url and --key together: the address of the server, and a personal key for it.')
  return { url: parsedUrl(url), personalApiKey: key }
}

async function fillRunningServer(
  server: ServerAddress,
  given: DemoArguments,
  signal: AbortSignal,
): Promise<void> {
  const { result, seconds } = await timed(() => fill(server, given, signal))
  print(demoReport(result, { seconds, url: server.url, personalApiKey: null, isServerRunning: true }))
}

async function fillDataFolder(config: Config, given: DemoArguments, signal: AbortSignal): Promise<void> {
  try {
    checkOpenFiles()
    await withOwnServer(config, async (server) => {
      if (server.firstStart !== null) print(firstStartNotice(config, server.firstStart))
      const { result, seconds } = await timed(() => fill(server, given, signal))
      print(
        demoReport(result, {
          seconds,
          url: usualUrl(config),
          personalApiKey: server.firstStart?.isKeyNew ? server.firstStart.personalApiKey : null,
          isServerRunning: false,
        }),
      )
    })
  } catch (error) {
    throw withAdvice(error, usualUrl(config))
  }
}

const fill = (
  server: ServerAddress,
  { seed, events, until }: DemoArguments,
  signal: AbortSignal,
): Promise<Demo> =>
  makeDemo({
    ...server,
    seed,
    eventCount: events,
    nowMs: until ?? Date.now(),
    signal,
    onProject: ({ id, api_token }) => print(`New project "Demo" (id ${id}, token ${api_token})`),
    onProgress: createProgress(process.stdout),
  })

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const startedMs = performance.now()
  const result = await run()
  return { result, seconds: (performance.now() - startedMs) / 1_000 }
}

/** Returns the address at which `npm start` serves with the same settings. */
const usualUrl = ({ HOST, PORT }: Config) => `http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`

/** If the folder is in use, adds to the error how to fill the server that uses it. */
export function withAdvice(error: unknown, url: string): unknown {
  if (!(error instanceof FolderInUseError)) return error
  return new Error(
    `${error.message} To fill that server, run: npm run demo -- --url ${url} --key phx_... (its address and your key).`,
    { cause: error },
  )
}
