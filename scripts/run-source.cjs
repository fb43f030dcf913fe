// Runs the command line from its TypeScript source.
'use strict'

// The event engine runs its queries on libuv's thread pool, which files, zlib and crypto use as well. With the default of
// four threads, four long queries block all of them. Set before any import, because libuv reads it at the first use.
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
