import type { App } from '#app/compose.ts'
import { parseConfig } from '#app/config.ts'
import { processTimer } from '#shared/clock.ts'
import { checkVariables } from './check-variables.ts'
import { errorSentence } from './error-sentence.ts'
import { firstEvent, firstStartNotice } from './greeting.ts'
import { checkOpenFiles } from './open-files.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Serves until a signal stops it. Where it cannot start, it prints one sentence and exits with 1. */
export async function serve(): Promise<void> {
  let app: App | undefined
  try {
    checkVariables()
    checkOpenFiles()
    const config = parseConfig()
    // After the settings: a mistake in them is reported without loading the server.
    const { openApp } = await import('#app/compose.ts')
    app = await openApp(config, { clock: Date.now, timer: processTimer, isLogging: true })
    stopOnSignal(app.close, app.closeMetadata)
    // Before listening, which can fail, because the key cannot be shown again.
    if (app.firstStart !== null) console.log(firstStartNotice(config, app.firstStart))
    const url = await app.server.listen({ port: config.PORT, host: config.HOST })
    console.log(`Throughline answers at ${url}`)
    if (app.firstStart !== null) console.log(firstEvent(url, app.firstStart))
  } catch (error) {
    console.error(errorSentence(error))
    // The engine's threads crash in a process that exits while they run.
    await app?.close()
    process.exit(1)
  }
}
