// Runs the command line. In a checkout it runs a bundle of the source, which is made again after a change. In
// the package it runs what `tsc` has compiled.
'use strict'
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// The event engine runs its queries on libuv's thread pool, which files, zlib and crypto also use. With the
// default of four threads, four long queries block all of them. The variable is set before any import,
// because libuv reads it at its first use.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '32'

const root = join(__dirname, '..')

async function run() {
  const isCheckout = existsSync(join(root, 'src'))
  const program = isCheckout
    ? await require('./bundle-program.cjs').bundledProgram(root)
    : join(root, 'dist/cli/main.js')
  await import(pathToFileURL(program).href)
}

run().catch((error) => {
  console.error(error)
  process.exit(1)
})
