// Runs the command line. In a checkout it runs the source, so that no compiled copy can be out of date. In
// the package it runs what `tsc` has compiled.
'use strict'
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { loadModule } = require('./load-module.cjs')

// The event engine runs its queries on libuv's thread pool, which files, zlib and crypto also use. With the
// default of four threads, four long queries block all of them. The variable is set before any import,
// because libuv reads it at its first use.
process.env.UV_THREADPOOL_SIZE = process.env.UV_THREADPOOL_SIZE || '32'

const source = join(__dirname, '../src/cli/main.ts')
const program = existsSync(source) ? source : join(__dirname, '../dist/cli/main.js')
loadModule(pathToFileURL(program).href).catch((error) => {
  console.error(error)
  process.exit(1)
})
