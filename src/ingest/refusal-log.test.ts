import { expect, test } from 'vitest'
import { createRefusalLog } from './refusal-log.ts'

test('ten lines a minute are written, then the number of those that were left out', async () => {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const written: string[] = []
  const log = createRefusalLog(
    () => nowMs,
    (line) => written.push(line),
  )
  let asked = 0
  const addMany = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        log.add(async () => {
          asked++
          return `line ${i}`
        }),
      ),
    )
  await addMany(300)
  expect(written).toEqual(Array.from({ length: 10 }, (_, i) => `line ${i}`))
  expect(asked).toBe(10)
  nowMs += 59_999
  await addMany(1)
  expect(written).toHaveLength(10)
  nowMs += 1
  await addMany(2)
  expect(written.slice(10)).toEqual([
    'Refused requests without a log line since 2026-11-20T12:00:00.000Z: 291. The log has at most 10 lines a minute about them.',
    'line 0',
    'line 1',
  ])
  // If no line was left out, no number is written. A clock that is set back does not silence the log.
  nowMs -= 3_600_000
  await addMany(1)
  expect(written.slice(13)).toEqual(['line 0'])
})

test('the number of lines that were left out is written without a later refusal, once', async () => {
  let nowMs = Date.parse('2026-11-20T12:00:00Z')
  const written: string[] = []
  const log = createRefusalLog(
    () => nowMs,
    (line) => written.push(line),
  )
  for (let i = 0; i < 12; i++) await log.add(() => `line ${i}`)
  nowMs += 59_999
  log.writeLeftOut()
  expect(written).toHaveLength(10)
  nowMs += 1
  log.writeLeftOut()
  nowMs += 60_000
  log.writeLeftOut()
  expect(written.slice(10)).toEqual([
    'Refused requests without a log line since 2026-11-20T12:00:00.000Z: 2. The log has at most 10 lines a minute about them.',
  ])
})
