import type { App } from '#app/compose.ts'
import { type Config, isUnderNpm, parseConfig } from '#app/config.ts'
import { placesOf } from '#app/store-places.ts'
import { makeDataFolder } from '#metadata/database/data-folder.ts'
import { processTimer } from '#shared/clock.ts'
import { checkVariables } from './check-variables.ts'
import { findFolderWarnings } from './data-folder-warnings.ts'
import { errorSentence } from './error-sentence.ts'
import { firstEvent, firstStartNotice, setUpNotice } from './greeting.ts'
import { checkOpenFiles } from './open-files.ts'
import { print, printError } from './print.ts'
import { requireAddress } from './require-address.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Serves until a signal stops it. If it cannot start, it prints one sentence and exits with 1. */
export async function serve(): Promise<void> {
  let app: App | undefined
  // If the disk is full, lines of the log are lost. Without a listener, the error of such a line would end
  // the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
  try {
    checkVariables()
    checkOpenFiles()
    const config = parseConfig()
    await requireAddress(config.PORT, config.HOST)
    const { folder } = placesOf(config)
    if (folder !== null) makeDataFolder(folder)
    // The module is imported after the settings are checked, so that a mistake in the settings is reported
    // without loading the server.
    const { openApp } = await import('#app/compose.ts')
    const { WALK_WORKER } = await import('#app/open-walkers.ts')
    app = await openApp(config, {
      clock: Date.now,
      timer: processTimer,
      isLogging: true,
      walkWorker: WALK_WORKER,
    })
    const { close, closeMetadata, say } = app
    stopOnSignal({ close, closeMetadata, isUnderNpm: isUnderNpm(), say })
    if (folder !== null) for (const warning of findFolderWarnings(folder)) printError(warning)
    const url = await listen(app, config)
    say('The server has started.')
    print(`Throughline answers at ${url}`)
    if (app.firstStart !== null) print(firstEvent(url, app.firstStart))
    if (app.setupCode !== null) print(setUpNotice(url, app.setupCode))
  } catch (error) {
    printError(errorSentence(error))
    // The app is closed before the process exits. If the process exited while the threads of the engine run,
    // the threads would crash.
    await app?.close()
    process.exit(1)
  }
}

async function listen({ server, firstStart }: App, config: Config): Promise<string> {
  try {
    return await server.listen({ port: config.PORT, host: config.HOST })
  } finally {
    // The notice is printed even if another program has taken the port meanwhile, because the key in it
    // cannot be shown again.
    if (firstStart !== null) print(firstStartNotice(config, firstStart))
  }
}
