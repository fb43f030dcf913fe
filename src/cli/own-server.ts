import { type App, openApp } from '#app/compose.ts'
import type { Config } from '#app/config.ts'
import { WALK_WORKER } from '#app/open-walkers.ts'
import type { Scope } from '#contract/scopes.ts'
import type { ServerAddress } from '#demo/server-client.ts'
import { createApiKeyStore } from '#metadata/access/api-key-store.ts'
import { createUserStore } from '#metadata/access/user-store.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { processTimer } from '#shared/clock.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'

const RUN_SCOPES: readonly Scope[] = ['project:write', 'insight:write', 'person:write']

export interface OwnServer extends ServerAddress {
  readonly firstStart: App['firstStart']
}

/**
 * Serves the data folder from this process, on a free port of this machine, until `run` ends. On a first
 * start, `run` gets the key that the start made. On any other start, a key is created for `run`. It is
 * deleted afterwards, even if `run` fails.
 */
export const withOwnServer = <T>(config: Config, run: (server: OwnServer) => Promise<T>): Promise<T> =>
  withOwnApp(config, ({ metadata, firstStart }, url) =>
    firstStart !== null
      ? run({ url, personalApiKey: firstStart.personalApiKey, firstStart })
      : withKeyOf(metadata, { label: 'demo', scopes: RUN_SCOPES }, (personalApiKey) =>
          run({ url, personalApiKey, firstStart }),
        ),
  )

/** Like {@link withOwnServer}, but without a key. */
export async function withOwnApp<T>(config: Config, run: (app: App, url: string) => Promise<T>): Promise<T> {
  const app = await openApp(config, {
    clock: Date.now,
    timer: processTimer,
    isLogging: false,
    walkWorker: WALK_WORKER,
  })
  try {
    return await run(app, await app.server.listen({ port: 0, host: '127.0.0.1' }))
  } finally {
    await app.close()
  }
}

/** Calls `run` with a new key of the first user. The key is deleted afterwards. */
export async function withKeyOf<T>(
  metadata: Metadata,
  { label, scopes }: { readonly label: string; readonly scopes: readonly Scope[] },
  run: (key: string) => Promise<T>,
): Promise<T> {
  const keys = createApiKeyStore(metadata)
  const user = await createUserStore(metadata).first()
  if (user === null) throw new Error('The data folder has no user.')
  const secret = newPersonalApiKey()
  const key = await keys.create({ userId: user.id, label, scopes, projectIds: null }, secret, Date.now())
  try {
    return await run(secret)
  } finally {
    await keys.delete(user.id, key.id)
  }
}
