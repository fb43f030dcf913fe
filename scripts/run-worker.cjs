// Runs a worker thread from its module, the address of which is the worker's data.
'use strict'
const { workerData } = require('node:worker_threads')
const { loadModule } = require('./load-module.cjs')

// The process that started the worker gets the error.
loadModule(workerData).catch((error) => {
  throw error
})
