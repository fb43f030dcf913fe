import { readFileSync } from 'node:fs'

/**
 * Index of `steal` among the times of a line of /proc/stat: user, nice, system, idle, iowait, irq, softirq,
 * steal.
 */
const STEAL = 7
const TIMES = 8

/**
 * Returns a function that tells which part of the CPU time, from 0 to 1, the host of a virtual machine took
 * since the last call. If it is more than a few hundredths, measured durations cannot be compared with those
 * of other runs.
 */
export function watchStolenTime(): () => number {
  let before = cpuTimes()
  return () => {
    const now = cpuTimes()
    const passed = now.map((time, i) => time - (before[i] ?? 0))
    before = now
    const all = passed.reduce((sum, time) => sum + time, 0)
    return Math.round((100 * (passed[STEAL] ?? 0)) / Math.max(1, all)) / 100
  }
}

function cpuTimes(): number[] {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  return line
    .trim()
    .split(/\s+/)
    .slice(1, TIMES + 1)
    .map(Number)
}
