// Runs before anything is installed and on any Node: no package and no syntax newer than Node 6 in this file.
'use strict'
var fs = require('node:fs')
var os = require('node:os')

var OLDEST = [20, 19]
var PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/** Why this machine cannot run Throughline, in one sentence, or null. */
function whyNot() {
  return nodeTooOld() || platformUnknown() || libcUnknown() || cpuTooOld()
}

function nodeTooOld() {
  var parts = process.versions.node.split('.').map(Number)
  var isOld = parts[0] < OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] < OLDEST[1])
  return isOld
    ? `Throughline needs Node ${OLDEST.join('.')} or newer; this is Node ${process.versions.node}.`
    : null
}

function platformUnknown() {
  var platform = `${process.platform}-${process.arch}`
  if (PLATFORMS.indexOf(platform) >= 0) return null
  return `Throughline runs on Linux and macOS (x64 and arm64), not on ${platform}; on Windows use WSL2.`
}

// The event engine is built against glibc.
function libcUnknown() {
  if (process.platform !== 'linux') return null
  var header = process.report.getReport().header
  return header.glibcVersionRuntime
    ? null
    : 'Throughline needs glibc; this Linux (Alpine?) has another C library.'
}

// The event engine's x64 build executes these; without them the process would die with "Illegal instruction".
function cpuTooOld() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  var line = /^flags\s*:(.*)$/m.exec(readText('/proc/cpuinfo'))
  if (line === null) return null
  var flags = line[1].split(' ')
  var missing = ['ssse3', 'sse4_1', 'sse4_2', 'popcnt'].filter(function (flag) {
    return flags.indexOf(flag) < 0
  })
  return missing.length === 0
    ? null
    : `The event engine needs a CPU with ${missing.join(', ')}; ${os.cpus()[0].model} has not.`
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (_error) {
    return ''
  }
}

module.exports = { whyNot: whyNot }
