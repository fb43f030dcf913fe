import { expect, test } from 'vitest'
import { EngineError, type EngineErrorKind } from '#engine/engine-error.ts'
import { invalid, notFound, RequestError } from '#shared/request-error.ts'
import { emptyInsightBody } from './insight-body.ts'
import type { ReadOptions } from './read-insight.ts'
import { readOrLast } from './read-many.ts'

const LAST = emptyInsightBody('viewer')
const ofKind = (kind: EngineErrorKind) => new EngineError(kind, `The engine: ${kind}`)

/** What is shown of a question that fails like this when it is computed, and what was told of it. */
async function read(failure: Error) {
  const told: unknown[] = []
  const options: ReadOptions = {
    refresh: 'blocking',
    whenMissing: 'null',
    onFailure: (error) => told.push(error),
  }
  const shown = await readOrLast('item', options, async (_, { refresh }) => {
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
  invalid('not_supported', 'Not this.', 'insight'),
  new RequestError('unavailable', 'overloaded', 'Too many.'),
])('%s: the last answer is shown', async (failure) => {
  expect(await read(failure)).toEqual({ shown: LAST, told: [failure] })
})

test.each([
  ofKind('cancelled'),
  ofKind('closed'),
  notFound(),
  new RequestError('forbidden', 'permission_denied', 'Not you.'),
  new Error('A fault of ours'),
])('%s: nothing is shown', async (failure) => {
  expect(await read(failure)).toEqual({ shown: failure, told: [] })
})
