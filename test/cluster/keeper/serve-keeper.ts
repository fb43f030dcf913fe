// Serves a keeper on a port of this machine until the process that started it ends.
//
// node --import tsx serve-keeper.ts <port>
import { createServer } from 'node:net'
import { processTimer } from '../../../src/shared/clock.ts'
import { createKeeper } from './keeper.ts'

const [port] = process.argv.slice(2)
process.stdin.on('end', () => process.exit(0)).resume()

const keeper = createKeeper(Date.now, processTimer)
createServer((socket) => keeper.accept(socket)).listen(Number(port), '127.0.0.1', () =>
  process.stdout.write('listening\n'),
)
