import { expect, test } from 'vitest'
import { sql } from '#fragments/fragment.ts'
import { print } from '../../test/fixtures/print-fragment.ts'
import { mergedNumbersOf } from './person-roots.ts'

test('merged numbers are those of one project, each once', () => {
  expect(print(sql`SELECT person ${mergedNumbersOf(7)}`)).toEqual({
    text: 'SELECT person FROM `person_root` FINAL\nWHERE project_id = {p0:UInt32}',
    params: { p0: { type: 'UInt32', value: 7 } },
  })
})
