// Runs the command line from its TypeScript source.
'use strict'

// The event engine runs its queries on libuv's threads, which files, zlib and crypto share. With the default of four,
// four long queries stop everything else. Read once, when the pool is first used: so before any import.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '32'

async function run() {
  const { register } = await import('tsx/esm/api')
  register()
  await import('../src/cli/main.ts')
}
run().catch((error) => {
  console.error(error)
  process.exit(1)
})
