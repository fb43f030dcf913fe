import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { createHistory } from './given-events.ts'
import { RETENTION_CASES } from './retention-cases.ts'
import { retentionStore } from './retention-store.ts'

const store = retentionStore(createHistory(useApp()))

test.each(RETENTION_CASES)('worked out by hand: $title', async ({ events, asked, expected }) => {
  const [projectId = 0] = await store.give([events])
  const answer = await store.answer(projectId, asked)
  expect(answer.map(({ counts }) => counts)).toEqual(expected)
})
