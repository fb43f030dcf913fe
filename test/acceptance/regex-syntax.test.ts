import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EngineError } from '../../src/engine/engine-error.ts'
import type { EventStore } from '../../src/engine/event-store.ts'
import { sql, text } from '../../src/fragments/fragment.ts'
import { checkPatterns } from '../../src/values/check-patterns.ts'
import { isReadableRegex } from '../../src/values/readable-regex.ts'
import { openTestEngine } from '../fixtures/open-test-engine.ts'

let engine: EventStore
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'throughline-regex-'))
  engine = await openTestEngine(folder)
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true, force: true })
})

const CANNOT_COMPILE_REGEXP = 427

async function isReadByEngine(pattern: string): Promise<boolean> {
  try {
    await engine.rows(sql`SELECT match('', ${text(pattern)}) AS found`, { name: 'test', projectId: null })
    return true
  } catch (error) {
    if (error instanceof EngineError && error.code === CANNOT_COMPILE_REGEXP) return false
    throw error
  }
}

function isTooLarge(pattern: string): boolean {
  try {
    checkPatterns('regex', [pattern], [])
    return false
  } catch {
    return true
  }
}

/** Parts of the syntax of RE2, of other languages, and of none. */
const PIECES = [
  ...['a', 'é', '😀', '\n', '\0', ' ', '/', '.', '^', '$', '|', '-', '&&', '{', '}'],
  ...[
    '*',
    '+',
    '?',
    '{2}',
    '{2,}',
    '{1,3}',
    '{3,1}',
    '{1000}',
    '{1001}',
    '{,2}',
    'a**',
    'a+?',
    'a*+',
    'a{2}{3}',
  ],
  ...['(', ')', '(?:', '(?i)', '(?i', '(?-s:', '(?U)', '(?x)', '(?m)', '(?^i)', '(?#', '(?|', '()', '(|a)'],
  ...['(?P<n>', '(?<n>', '(?P<m>', '(?P=n)', '(?P>n)', '(?=', '(?!', '(?<='],
  ...['[', '[^', ']', '[]a]', '[a-z]', '[z-a]', '[a-]', '[a-\\d]', '[\\d-z]', '[[:alpha:]]', '[[:^digit:]]'],
  ...['[[:foo:]]', '[[.a.]]', '[[=a=]]', '\\d', '\\W', '\\b', '\\B', '\\A', '\\z', '\\Z', '\\Q', '\\E'],
  ...['\\pL', '\\PN', '\\p{Greek}', '\\p{^Lu}', '\\p{Any}', '\\p{Foo}', '\\p{Script=Greek}', '\\p'],
  ...[
    '\\1',
    '\\0',
    '\\8',
    '\\012',
    '\\x41',
    '\\x4',
    '\\x{10FFFF}',
    '\\x{110000}',
    '\\u0041',
    '\\o{101}',
    '\\cA',
  ],
  ...['\\K', '\\h', '\\R', '\\X', '\\G', '\\N', '\\v', '\\a', '\\n', '\\-', '\\_', '\\k<n>', '\\g1', '\\\\'],
]

test('every pattern that counts as readable is read by the engine, and hardly any other', async () => {
  const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(
      pieces.map((parts) => parts.join('')),
      async (pattern) => {
        // The engine does not compile a pattern if its beginning has no special characters and ends at a
        // parenthesis that nothing opens. RE2 refuses such a pattern.
        const isCut = /^[^(]*\)/.test(pattern)
        const isRead = await isReadByEngine(pattern)
        // The engine does not compile `\pL` repeated 1,000 times, because the size limit refuses it before.
        if (isReadableRegex(pattern)) expect(isRead || isTooLarge(pattern), pattern).toBe(true)
        else if (!isCut) expect(isRead).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})

test.each(PIECES.filter((piece) => piece !== ')'))('the engine agrees about %j alone', async (piece) => {
  expect(isReadableRegex(piece)).toBe(await isReadByEngine(piece))
})

/** Class names that the check in this process knows, and texts that look like one. */
const CLASSES = [
  ...new Set([
    ...(readFileSync(createRequire(import.meta.url).resolve('re2js'), 'utf8').match(
      /\b[A-Z][A-Za-z_]{0,40}\b/g,
    ) ?? []),
    ...['Lu', 'lu', 'LC', 'Lc', 'L&', 'greek', 'Any', 'any', 'Old Italic'],
  ]),
].filter((name) => isClassOf(name) || /^L|^[a-z]/.test(name))

function isClassOf(name: string): boolean {
  try {
    RE2JS.compile(`\\p{${name}}`)
    return true
  } catch {
    return false
  }
}

test('the engine agrees about every class of Unicode', async () => {
  expect(CLASSES.length).toBeGreaterThan(200)
  const found: unknown[] = []
  for (const name of CLASSES) {
    const pattern = `\\p{${name}}`
    if (isReadableRegex(pattern) !== (await isReadByEngine(pattern))) found.push(name)
  }
  expect(found).toEqual([])
})

test.each<[pattern: string, isReadable: boolean]>([
  ['\\p{LC}', false],
  ['\\P{^Garay}', false],
  ['[a\\p{Sunuwar}]', false],
  ['(x|\\p{Greek})\\pL', true],
  // A backslash before the backslash, and a quotation.
  ['\\\\p{1}', true],
  ['\\Q\\p{LC}\\E', true],
])('%s is readable: %s, as in the engine', async (pattern, isReadable) => {
  expect([isReadableRegex(pattern), await isReadByEngine(pattern)]).toEqual([isReadable, isReadable])
})

test.each([
  ['a single byte, which is not text', '\\C'],
  ['a backslash at the end', 'a\\'],
  ['a parenthesis that nothing opens', 'a)'],
])('%s counts as unreadable, though the engine takes it', async (_name, pattern) => {
  expect([isReadableRegex(pattern), await isReadByEngine(pattern)]).toEqual([false, true])
})

test.each([
  '((a{1000}){1000}){1000}',
  '(?i)'.concat('\\pL'.repeat(160)),
  '('.repeat(500),
  '(a|b)*'.repeat(80),
])('reading %s is soon done', (pattern) => {
  const before = process.cpuUsage()
  isReadableRegex(pattern)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})
