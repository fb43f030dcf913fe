import { type App, openApp } from '#app/compose.ts'
import { readConfig } from '#app/config.ts'
import { processTimer } from '#shared/clock.ts'
import { checkVariables } from './check-variables.ts'
import { errorSentence } from './error-sentence.ts'
import { firstEvent, firstStartNotice } from './greeting.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Serves until a signal stops it. Exits with 1 and one sentence when it cannot start. */
export async function serve(): Promise<void> {
  let app: App | undefined
  try {
    checkVariables()
    const config = readConfig()
    app = await openApp(config, { clock: Date.now, timer: processTimer, isLogging: true })
    const close = app.close
    stopOnSignal(close)
    // Before listening, which can fail: the key is never shown again.
    if (app.firstStart !== null) console.log(firstStartNotice(config, app.firstStart))
    const url = await app.server.listen({ port: config.PORT, host: config.HOST })
    console.log(`Throughline answers at ${url}`)
    if (app.firstStart !== null) console.log(firstEvent(url, app.firstStart))
  } catch (error) {
    console.error(errorSentence(error))
    // The engine's threads crash in a process that ends under them.
    await app?.close()
    process.exit(1)
  }
}
