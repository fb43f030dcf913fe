#!/usr/bin/env node
'use strict'
const { whyNot } = require('../scripts/machine.cjs')

const reason = whyNot()
if (reason !== null) {
  console.error(reason)
  process.exit(1)
}
// The event engine runs its queries on libuv's threads, which files, zlib and crypto share. With the default of four,
// four long queries stop everything else. Read once, when the pool is first used: so before any import.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '32'

async function start() {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../src/cli/main.ts')
}
start().catch((error) => {
  console.error(error)
  process.exit(1)
})
