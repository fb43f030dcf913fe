import { type App, openApp } from '#app/compose.ts'
import type { Config } from '#app/config.ts'
import type { Scope } from '#contract/scopes.ts'
import type { ServerAddress } from '#demo/server-client.ts'
import { createApiKeyStore } from '#metadata/access/api-key-store.ts'
import { createUserStore } from '#metadata/access/user-store.ts'
import { processTimer } from '#shared/clock.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'

const RUN_SCOPES: readonly Scope[] = ['project:write', 'insight:write', 'person:write']

export interface OwnServer extends ServerAddress {
  readonly firstStart: App['firstStart']
}

/**
 * Serves the data folder from this process on a free port of this machine while `run` runs. Except on the first start, whose
 * key is known, a key is created for the run and deleted after it, also when the run fails.
 */
export async function withOwnServer<T>(config: Config, run: (server: OwnServer) => Promise<T>): Promise<T> {
  const app = await openApp(config, { clock: Date.now, timer: processTimer, isLogging: false })
  try {
    const url = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { firstStart } = app
    if (firstStart !== null) return await run({ url, personalApiKey: firstStart.personalApiKey, firstStart })
    return await withKeyForRun(app, (personalApiKey) => run({ url, personalApiKey, firstStart }))
  } finally {
    await app.close()
  }
}

async function withKeyForRun<T>({ metadata }: App, run: (key: string) => Promise<T>): Promise<T> {
  const keys = createApiKeyStore(metadata)
  const user = await createUserStore(metadata).first()
  if (user === null) throw new Error('The data folder has no user.')
  const secret = newPersonalApiKey()
  const key = await keys.create(
    { userId: user.id, label: 'demo', scopes: RUN_SCOPES, projectIds: null },
    secret,
    Date.now(),
  )
  try {
    return await run(secret)
  } finally {
    await keys.delete(user.id, key.id)
  }
}
