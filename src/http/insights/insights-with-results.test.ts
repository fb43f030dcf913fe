import { expect, test } from 'vitest'
import { EngineError, type EngineErrorKind } from '#engine/engine-error.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import type { ResultOptions } from './insight-with-result.ts'
import { withResultOrLast } from './insights-with-results.ts'

const LAST = { warnings: [] }
const ofKind = (kind: EngineErrorKind) => new EngineError(kind, `The engine: ${kind}`)

/**
 * Reads a query whose computation fails with `failure`. Returns the shown result and the reported failures.
 */
async function read(failure: Error) {
  const told: unknown[] = []
  const options: ResultOptions = {
    refresh: 'blocking',
    whenMissing: 'null',
    onFailure: (error) => told.push(error),
  }
  const shown = await withResultOrLast('item', options, async (_, { refresh }) => {
    if (refresh !== 'none') throw failure
    return LAST
  }).catch((error: unknown) => error)
  return { shown, told }
}

test.each([
  ofKind('timeout'),
  ofKind('memory'),
  ofKind('too_large'),
  ofKind('disk_full'),
  ofKind('value'),
  ofKind('other'),
  new RequestError('unavailable', 'overloaded', 'Too many.'),
])('%s: the last result is shown', async (failure) => {
  expect(await read(failure)).toEqual({ shown: LAST, told: [failure] })
})

test('a question that is refused: the last result is shown, and the refusal is a warning', async () => {
  const failure = invalid('not_supported', 'Not this.', 'insight')
  expect(await read(failure)).toEqual({
    shown: { warnings: [{ code: 'not_supported', detail: 'Not this.', attr: 'insight' }] },
    told: [failure],
  })
})

test.each([
  ofKind('cancelled'),
  ofKind('closed'),
  notFound(),
  new RequestError('forbidden', 'permission_denied', 'Not you.'),
  new Error('A bug'),
])('%s: the request fails', async (failure) => {
  expect(await read(failure)).toEqual({ shown: failure, told: [] })
})
