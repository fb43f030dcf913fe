// Runs a worker thread from its TypeScript source, the address of which is the worker's data.
'use strict'

const { workerData } = require('node:worker_threads')

async function run() {
  const { register } = await import('tsx/esm/api')
  register()
  await import(workerData)
}
// The process that started the worker gets the error.
run().catch((error) => {
  throw error
})
