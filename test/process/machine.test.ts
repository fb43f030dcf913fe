import { createRequire } from 'node:module'
import { expect, test } from 'vitest'

interface Machine {
  readonly node: string
  readonly platform: string
  readonly arch: string
  readonly glibc: string | null
  readonly cpuFlags: readonly string[] | null
  readonly cpuModel: string
}
const { whyNot } = createRequire(import.meta.url)('../../scripts/machine.cjs') as {
  whyNot(machine?: Machine): string | null
}

const haswell: Machine = {
  node: '20.19.0',
  platform: 'linux',
  arch: 'x64',
  glibc: '2.36',
  cpuFlags: 'fpu sse4_2 popcnt abm avx avx2 bmi1 bmi2 f16c fma movbe'.split(' '),
  cpuModel: 'Intel Core i5-4570',
}

test('the machine that runs the tests is accepted', () => {
  expect(whyNot()).toBeNull()
})

test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('Node %s is accepted', (node) => {
  expect(whyNot({ ...haswell, node })).toBeNull()
})

test.each(['20.18.3', '18.20.8', '12.22.12', '6.17.1'])('Node %s is too old', (node) => {
  expect(whyNot({ ...haswell, node })).toBe(`Throughline needs Node 20.19 or newer; this is Node ${node}.`)
})

test('an old Node on Linux, which does not report its C library, is refused for its age', () => {
  expect(whyNot({ ...haswell, node: '10.24.1', glibc: null })).toMatch(/^Throughline needs Node 20\.19/)
})

test.each([
  ['linux', 'arm64'],
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
])('%s on %s is accepted', (platform, arch) => {
  // macOS has no glibc, and only Linux on x64 lists its CPU flags under these names.
  const glibc = platform === 'linux' ? '2.36' : null
  expect(whyNot({ ...haswell, platform, arch, glibc, cpuFlags: null })).toBeNull()
})

test.each([
  ['win32', 'x64'],
  ['linux', 'ia32'],
  ['freebsd', 'x64'],
])('%s on %s is refused', (platform, arch) => {
  expect(whyNot({ ...haswell, platform, arch, glibc: null, cpuFlags: null })).toBe(
    `Throughline runs on Linux and macOS (x64 and arm64), not on ${platform}-${arch}; on Windows use WSL2.`,
  )
})

test('a Linux without glibc is refused', () => {
  expect(whyNot({ ...haswell, glibc: null })).toBe(
    'Throughline needs glibc; this Linux (Alpine?) uses another C library.',
  )
})

test('a CPU without the instructions is refused with their names', () => {
  // Sandy Bridge has AVX and none of the instructions that Haswell added
  const cpuFlags = ['fpu', 'sse4_2', 'popcnt', 'avx']
  expect(whyNot({ ...haswell, cpuFlags, cpuModel: 'Intel Core i5-2500' })).toBe(
    'The event engine needs a CPU with avx2, bmi1, bmi2, f16c, fma, movbe; Intel Core i5-2500 lacks them.',
  )
})

test('a virtual machine that hides the flag of LZCNT is accepted', () => {
  const cpuFlags = haswell.cpuFlags?.filter((flag) => flag !== 'abm') ?? null
  expect(whyNot({ ...haswell, cpuFlags, cpuModel: 'AMD EPYC' })).toBeNull()
})

test.each(['avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'movbe'])('a CPU without %s is refused', (flag) => {
  const cpuFlags = haswell.cpuFlags?.filter((one) => one !== flag) ?? null
  expect(whyNot({ ...haswell, cpuFlags })).toBe(
    `The event engine needs a CPU with ${flag}; Intel Core i5-4570 lacks them.`,
  )
})
