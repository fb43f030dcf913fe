import { z } from 'zod'
import { askServer } from '#control/ask-server.ts'

const Address = z.object({ url: z.string() })

/**
 * Returns the address at which the server of a data folder listens.
 * @throws Error with a sentence if no server can be asked
 */
export const findServer = (dataFolder: string): Promise<string> =>
  askServer(dataFolder, 'address', async (result) => Address.parse(result).url)
