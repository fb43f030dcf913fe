import type { FastifyInstance } from 'fastify'
import type { Scope } from '#contract/scopes.ts'
import { makeDemo } from '#demo/make-demo.ts'
import type { Fetch } from '#demo/server-client.ts'
import type { DemoRun } from '#http/demo/demo-loads.ts'
import type { ApiKeyStore } from '#metadata/access/api-key-store.ts'
import type { Clock } from '#shared/clock.ts'
import { newPersonalApiKey } from '#shared/secrets.ts'

interface LoadDemoDeps {
  readonly server: FastifyInstance
  readonly keys: Pick<ApiKeyStore, 'create' | 'delete'>
  readonly clock: Clock
}
const SCOPES: readonly Scope[] = ['project:write', 'insight:write', 'dashboard:write']
const SEED = 1

/**
 * Loads the demo like the command `demo`, but by requests that stay in this process. They carry a key of the
 * user, which is deleted at the end. If the process is killed, the key stays in the user's list, but nobody
 * knows its value.
 */
export async function loadDemo({ server, keys, clock }: LoadDemoDeps, run: DemoRun): Promise<void> {
  const personalApiKey = newPersonalApiKey()
  const { userId } = run
  const key = await keys.create(
    { userId, label: 'Demo', scopes: SCOPES, projectIds: null },
    personalApiKey,
    clock(),
  )
  try {
    const { dashboardId } = await makeDemo({
      url: 'http://localhost',
      personalApiKey,
      fetch: fetchFrom(server),
      seed: SEED,
      eventCount: run.eventCount,
      nowMs: clock(),
      signal: run.signal,
      onProject: ({ id }) => run.onProject(id),
      onProgress: run.onProgress,
    })
    run.onDashboard(dashboardId)
  } finally {
    await keys.delete(userId, key.id)
  }
}

const fetchFrom =
  (server: FastifyInstance): Fetch =>
  async (url, { method, headers, body, signal }) => {
    signal?.throwIfAborted()
    const { statusCode, rawPayload } = await server.inject({
      method: method as 'POST',
      url,
      headers: headers as Record<string, string>,
      payload: body instanceof Uint8Array ? Buffer.from(body) : String(body),
    })
    return new Response(new Uint8Array(rawPayload), { status: statusCode })
  }
