// Checks the machine. This runs before the installation, on any Node. It uses no packages, no syntax newer
// than Node 6 and no `node:` imports.
'use strict'
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not find `node:fs`
var fs = require('fs')
// biome-ignore lint/style/useNodejsImportProtocol: Node before 14.18 does not find `node:os`
var os = require('os')

var OLDEST = [20, 19]
var PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
// The event engine's x64 build is for x86-64-v3 (Intel from 2013, AMD from 2015). On emulated CPUs without
// one of these flags, loading it ended the process with "Illegal instruction". The flag abm (LZCNT) is not
// required: every CPU with BMI2 has the instruction, and a virtual machine on an AMD EPYC hid the flag but
// ran the engine correctly.
var CPU_FLAGS = ['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe']

/**
 * Returns the properties that decide whether Throughline can run. `glibc` and `cpuFlags` are null if
 * unknown.
 */
function thisMachine() {
  return {
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    glibc: glibcVersion(),
    cpuFlags: cpuFlags(),
    cpuModel: (os.cpus()[0] || { model: 'this one' }).model,
  }
}

function glibcVersion() {
  // Old versions of Node have no report. `nodeTooOld` refuses them.
  if (process.platform !== 'linux' || !process.report || !process.report.getReport) return null
  return process.report.getReport().header.glibcVersionRuntime || null
}

function cpuFlags() {
  var line = /^flags\s*:(.*)$/m.exec(readText('/proc/cpuinfo'))
  return line === null ? null : line[1].trim().split(' ')
}

function readText(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (_error) {
    return ''
  }
}

/**
 * Returns the reason why Throughline cannot run on a machine, in one sentence; null if it can run. Without
 * an argument, checks this machine.
 */
function whyNot(described) {
  var machine = described || thisMachine()
  return nodeTooOld(machine) || platformUnknown(machine) || libcUnknown(machine) || cpuTooOld(machine)
}

function nodeTooOld(machine) {
  var parts = machine.node.split('.').map(Number)
  var isOld = parts[0] < OLDEST[0] || (parts[0] === OLDEST[0] && parts[1] < OLDEST[1])
  return isOld ? `Throughline needs Node ${OLDEST.join('.')} or newer; this is Node ${machine.node}.` : null
}

function platformUnknown(machine) {
  var platform = `${machine.platform}-${machine.arch}`
  if (PLATFORMS.indexOf(platform) >= 0) return null
  return `Throughline runs on Linux and macOS (x64 and arm64), not on ${platform}; on Windows use WSL2.`
}

// The event engine is built against glibc, so another C library is refused.
function libcUnknown(machine) {
  if (machine.platform !== 'linux' || machine.glibc !== null) return null
  return 'Throughline needs glibc; this Linux (Alpine?) uses another C library.'
}

function cpuTooOld(machine) {
  if (machine.platform !== 'linux' || machine.arch !== 'x64' || machine.cpuFlags === null) return null
  var missing = CPU_FLAGS.filter(function (flag) {
    return machine.cpuFlags.indexOf(flag) < 0
  })
  return missing.length === 0
    ? null
    : `The event engine needs a CPU with ${missing.join(', ')}; ${machine.cpuModel} lacks them.`
}

module.exports = { whyNot: whyNot }
