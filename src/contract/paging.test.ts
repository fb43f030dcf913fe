import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseValue } from '#shared/parse-value.ts'
import { paging } from './paging.ts'

const Query = z.object(paging(1_000))

describe('a page', () => {
  test.each([
    [{}, { limit: 100, offset: 0 }],
    [
      { limit: '', offset: '' },
      { limit: 100, offset: 0 },
    ],
    [
      { limit: '7', offset: '12' },
      { limit: 7, offset: 12 },
    ],
    [
      { limit: '+07', offset: '-0' },
      { limit: 7, offset: -0 },
    ],
    [{ limit: '1001' }, { limit: 1_000, offset: 0 }],
    [{ limit: '9'.repeat(400) }, { limit: 1_000, offset: 0 }],
  ])('of %j', (query, page) => {
    expect(parseValue(Query, query)).toEqual(page)
  })

  test.each(['0x10', '1e3', ' ', ' 1', '1.5', '1,2', 'NaN', 'null', 'true', '--1'])(
    'is not made of %j',
    (text) => {
      for (const name of ['limit', 'offset'])
        expect(() => parseValue(Query, { [name]: text })).toThrowError(
          expect.objectContaining({
            code: 'invalid_input',
            attr: name,
            message: expect.stringMatching(/^A valid integer is required, such as 100: /),
          }),
        )
    },
  )

  test.each([
    [{ limit: '0' }, 'min_value', 'limit'],
    [{ limit: '-1' }, 'min_value', 'limit'],
    [{ offset: '-1' }, 'min_value', 'offset'],
    [{ offset: '9007199254740992' }, 'max_value', 'offset'],
    [{ offset: '9'.repeat(400) }, 'max_value', 'offset'],
    [{ limit: ['1', '2'] }, 'invalid_input', 'limit'],
  ])('%j is refused as %s', (query, code, attr) => {
    expect(() => parseValue(Query, query)).toThrowError(expect.objectContaining({ code, attr }))
  })
})
