// An event loop without work. `idleBeside` starts it, and it sends its longest pause when it is asked.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const pauses = monitorEventLoopDelay({ resolution: 1 })
pauses.enable()
process.send?.('ready')
process.on('message', () => {
  process.send?.(pauses.max / 1e6)
  process.disconnect()
})
