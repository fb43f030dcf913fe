// Loaded before the program with --require. Measures the event loop of the server from inside, and reports
// over a socket.
'use strict'
const { readFileSync } = require('node:fs')
const { createServer } = require('node:net')
const { monitorEventLoopDelay, PerformanceObserver } = require('node:perf_hooks')
const { isMainThread } = require('node:worker_threads')

/** The resolution of the timers in ms. A shorter stall is not seen. */
const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })

/** CPU time of the main thread in ms. Linux only. */
const cpuMs = () => Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6

let longestGcMs = 0
let longestCpuMs = 0
let lastCpuMs = 0

function watch() {
  delay.enable()
  lastCpuMs = cpuMs()
  // The CPU time is measured too: it is what the server itself used. On a machine with other work, a stall
  // takes longer than that.
  setInterval(() => {
    const nowMs = cpuMs()
    longestCpuMs = Math.max(longestCpuMs, nowMs - lastCpuMs)
    lastCpuMs = nowMs
  }, RESOLUTION_MS).unref()
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestGcMs = Math.max(longestGcMs, duration)
  }).observe({ entryTypes: ['gc'] })
  // Each connection is answered with what was measured since the previous connection.
  createServer((socket) => {
    socket.on('error', () => {})
    // The timers and the entries of the garbage collector are reported a few turns of the loop later.
    setTimeout(() => {
      const { rss } = process.memoryUsage()
      const stallMs = delay.max / 1e6
      socket.end(JSON.stringify({ stallMs, stallCpuMs: longestCpuMs, gcMs: longestGcMs, rssBytes: rss }))
      delay.reset()
      longestGcMs = 0
      longestCpuMs = 0
    }, 5)
  })
    // biome-ignore lint/style/noProcessEnv: the run tells the server that it starts where the socket is
    .listen(process.env.STALLS_SOCKET)
    .unref()
}

// Worker threads load this file too, but only the main thread is watched.
if (isMainThread) watch()
