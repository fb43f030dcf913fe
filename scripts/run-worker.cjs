// Runs a worker thread from a module. The address of the module is the worker's data.
'use strict'
const { workerData } = require('node:worker_threads')
const { loadModule } = require('./load-module.cjs')

// The process that started the worker receives the error.
loadModule(workerData).catch((error) => {
  throw error
})
