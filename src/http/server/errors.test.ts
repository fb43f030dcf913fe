import { expect, test } from 'vitest'
import { toEngineError } from '#engine/engine-error.ts'
import { MetadataUnavailableError } from '#metadata/database/unavailable-error.ts'
import { errorAnswerOf } from './errors.ts'

test.each<[message: string, status: number, detail: string]>([
  // Which time zones the engine knows depends on the files of the machine.
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

test.each<[isUnsure: boolean, code: string, detail: string]>([
  [false, 'metadata_unavailable', 'read first what it has changed'],
  [true, 'metadata_unsure', 'it is not known whether it was'],
])('a server of the metadata that is lost (unsure: %s) is worth another try', (isUnsure, code, detail) => {
  expect(errorAnswerOf(new MetadataUnavailableError('lost', new Error('lost'), isUnsure))).toMatchObject({
    status: 503,
    retryAfterSeconds: 1,
    body: { type: 'server_error', code, detail: expect.stringContaining(detail) },
  })
})

test('a text that the metadata cannot hold is a fault of the request', () => {
  const error = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), { code: '22021' })
  expect(errorAnswerOf(error)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
})
