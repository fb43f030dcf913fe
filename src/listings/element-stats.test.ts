import { expect, test } from 'vitest'
import { goldenOf } from '../../test/fixtures/golden-statement.ts'
import { chainsQuery } from './element-stats.ts'

test('the statement that counts chains of elements', async () => {
  const range = { fromMs: Date.parse('2026-11-13T00:00:00Z'), toMs: Date.parse('2026-11-21T00:00:00Z') }
  const asked = { events: ['$autocapture', '$rageclick'], range, limit: 251, offset: 250 }
  await expect(goldenOf(chainsQuery(7, asked, []))).toMatchFileSnapshot('./__golden__/element-stats.sql')
})
