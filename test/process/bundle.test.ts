import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** A small checkout: the real scripts and packages, with a program that prints a word. */
let checkout = ''
let child: ChildProcess | undefined
const at = (path: string) => join(checkout, path)

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'throughline-checkout-'))
  for (const name of ['bin', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json'])
    cpSync(join(ROOT, name), at(name), { recursive: true })
  mkdirSync(at('node_modules'))
  for (const name of ['esbuild', '@esbuild'])
    symlinkSync(join(ROOT, 'node_modules', name), at(`node_modules/${name}`))
  for (const folder of ['src/cli', 'src/insights/kinds']) mkdirSync(at(folder), { recursive: true })
  writeFileSync(at('src/insights/kinds/walk-worker.ts'), '')
  writeFileSync(at('src/cli/main.ts'), "import { WORD } from './word.ts'\nconsole.log(WORD)\n")
  writeWord('one')
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(checkout, { recursive: true, force: true })
})

const writeWord = (word: string) =>
  writeFileSync(at('src/cli/word.ts'), `export const WORD: string = '${word}'\n`)
const start = async () => (await run(process.execPath, [at('bin/throughline.cjs')])).stdout
const bundles = () =>
  readdirSync(at('node_modules')).filter((name) => name.startsWith('.throughline-program-'))

test('a start runs the bundle of the start before it', async () => {
  expect(await start()).toBe('one\n')
  const [bundle = ''] = bundles()
  const made = await stat(at(`node_modules/${bundle}/main.mjs`))
  expect(await start()).toBe('one\n')
  expect(bundles()).toEqual([bundle])
  expect((await stat(at(`node_modules/${bundle}/main.mjs`))).ctimeMs).toBe(made.ctimeMs)
})

test('a start sees a file that has changed, even if its size and its time are as before', async () => {
  const set = () => utimesSync(at('src/cli/word.ts'), 1_700_000_000, 1_700_000_000)
  set()
  expect(await start()).toBe('one\n')
  writeWord('two')
  set()
  expect(await start()).toBe('two\n')
  writeWord('three')
  expect(await start()).toBe('three\n')
})

test.each([
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/bundle-program.cjs',
  'package.json',
  'tsconfig.json',
])('a start after a change of %s makes another bundle', async (file) => {
  await start()
  writeFileSync(at(file), '\n', { flag: 'a' })
  expect(await start()).toBe('one\n')
  expect(bundles()).toHaveLength(2)
})

test('a change of a test makes no other bundle', async () => {
  await start()
  writeFileSync(at('src/cli/word.test.ts'), '')
  await start()
  expect(bundles()).toHaveLength(1)
})

test('a build that is killed leaves nothing that a start runs', async () => {
  child = spawn(process.execPath, [at('bin/throughline.cjs')])
  const exited = once(child, 'exit')
  while (bundles().length === 0 && child.exitCode === null) await setImmediate()
  child.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  const [begun = ''] = bundles()
  expect(await start()).toBe('one\n')
  const made = bundles().filter((name) => name !== begun)
  expect(made).toHaveLength(1)
  expect(existsSync(at(`node_modules/${made[0]}/main.mjs`))).toBe(true)
})

test('four starts at once all run, and leave one bundle', async () => {
  expect(await Promise.all([start(), start(), start(), start()])).toEqual(Array(4).fill('one\n'))
  expect(bundles()).toHaveLength(1)
  expect(readdirSync(at(`node_modules/${bundles()[0]}`)).sort()).toContain('walk-worker.mjs')
})

test('the bundles of the last ten changes stay, for servers that run', async () => {
  for (let i = 0; i < 12; i++) {
    writeWord(`word ${i}`)
    expect(await start()).toBe(`word ${i}\n`)
  }
  expect(bundles()).toHaveLength(10)
})

test('a mistake in the source is reported, and the next start after its repair runs', async () => {
  writeFileSync(at('src/cli/word.ts'), 'export const WORD = ;\n')
  await expect(start()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('src/cli/word.ts:1:20'),
  })
  expect(bundles()).toEqual([])
  writeWord('repaired')
  expect(await start()).toBe('repaired\n')
})
