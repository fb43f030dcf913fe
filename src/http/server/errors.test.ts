import { expect, test } from 'vitest'
import { toEngineError } from '#engine/engine-error.ts'
import { errorAnswerOf } from './errors.ts'

test.each<[message: string, status: number, detail: string]>([
  // The time zones that the engine knows depend on the files of the machine.
  [
    "Code: 36. DB::Exception: Cannot load time zone America/Coyhaique: In scope SELECT toTimeZone(now(), 'America/Coyhaique')",
    400,
    'does not know a time zone',
  ],
  ['Code: 36. DB::Exception: not a valid re2 pattern: (', 400, 'regular expression'],
  ['Code: 36. DB::Exception: Something else', 500, 'A server error occurred.'],
  ['Code: 395. DB::Exception: too many elements', 400, '10,000 elements'],
])('the engine says %s', (message, status, detail) => {
  expect(errorAnswerOf(toEngineError(new Error(message)))).toMatchObject({
    status,
    body: { detail: expect.stringContaining(detail) },
  })
})
