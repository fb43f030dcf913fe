import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Rejects where the address cannot be listened on, before the data folder is touched: a first start that cannot listen would
 * make a project and print its key for nothing. The address is free again when it resolves.
 */
export async function requireAddress(port: number, host: string): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
