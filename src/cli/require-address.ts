import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Rejects if the server cannot listen on the address. The check comes before the data folder is touched,
 * because a first start that cannot listen would create a project and print its key for nothing. When the
 * check resolves, the address is free again.
 */
export async function requireAddress(port: number, host: string): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
