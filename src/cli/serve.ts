import { openApp } from '../app/compose.ts'
import { readConfig } from '../app/config.ts'
import { checkVariables } from './check-variables.ts'
import { errorSentence } from './error-sentence.ts'
import { greeting } from './greeting.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Serves until a signal stops it. Exits with 1 and one sentence when it cannot start. */
export async function serve(): Promise<void> {
  try {
    checkVariables()
    const config = readConfig()
    const app = await openApp(config, Date.now, true)
    stopOnSignal(() => app.close())
    const url = await app.server.listen({ port: config.PORT, host: config.HOST })
    console.log(
      app.firstStart === null ? `Throughline answers at ${url}` : greeting(url, config, app.firstStart),
    )
  } catch (error) {
    console.error(errorSentence(error))
    process.exit(1)
  }
}
