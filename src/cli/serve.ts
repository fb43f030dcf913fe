import { openApp } from '../app/compose.ts'
import { type Config, readConfig, unknownVariables, unsupportedVariables } from '../app/config.ts'
import type { FirstStart } from '../app/first-start.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Serves until a signal stops it. Exits with 1 and one sentence when it cannot start. */
export async function serve(): Promise<void> {
  try {
    warnOfVariables()
    const config = readConfig()
    const app = await openApp(config, Date.now, true)
    stopOnSignal(() => app.close())
    const url = await app.server.listen({ port: config.PORT, host: config.HOST })
    console.log(
      app.firstStart === null ? `Throughline answers at ${url}` : greeting(url, config, app.firstStart),
    )
  } catch (error) {
    console.error(sentence(error))
    process.exit(1)
  }
}

function warnOfVariables(): void {
  for (const name of unknownVariables())
    console.error(`Unknown setting ${name}: it changes nothing. README.md lists every setting.`)
  const [unsupported] = unsupportedVariables()
  if (unsupported !== undefined)
    throw new Error(
      `${unsupported} is set, but this version keeps its data in its own folder only. Unset it to start.`,
    )
}

function sentence(error: unknown): string {
  const attr = (error as { attr?: string | null }).attr
  const message = error instanceof Error ? error.message : String(error)
  return attr ? `${attr}: ${message}` : message
}

const greeting = (url: string, config: Config, { project, personalApiKey }: FirstStart) => `
Throughline answers at ${url}

  Project        ${project.name} (id ${project.id})
  Project token  ${project.apiToken}   (SDKs send events with it)
  Personal key   ${personalApiKey}   (asks questions; shown only this once)
  Data           ${config.THROUGHLINE_DATA_DIR}

Send an event:

  curl -X POST ${url}/i/v0/e/ -H 'Content-Type: application/json' -d '{"api_key":"${project.apiToken}","event":"hello","distinct_id":"me"}'
`
