import { expect, test } from 'vitest'
import { createFindProject } from './find-project.ts'
import { createRefusalLog } from './refusal-log.ts'
import { createUnknownTokens } from './unknown-tokens.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

function setUp() {
  const seen = { lines: [] as string[], listings: 0 }
  const find = createFindProject({
    projects: {
      byToken: async () => null,
      async all() {
        seen.listings++
        return []
      },
    },
    unknownTokens: createUnknownTokens(() => NOON),
    refusalLog: createRefusalLog(
      () => NOON,
      (line) => seen.lines.push(line),
    ),
  })
  return { seen, find }
}

test('many refusals of all kinds make ten lines and few listings of projects', async () => {
  const { seen, find } = setUp()
  for (let i = 0; i < 100; i++)
    for (const [token, code] of [
      [null, 'missing_api_key'],
      ['phx_secret', 'invalid_personal_api_key'],
      [`phc_${i}_unknown`, 'invalid_api_key'],
    ] as const)
      await expect(find(token)).rejects.toMatchObject({ kind: 'unauthenticated', code })
  expect(seen.lines).toHaveLength(10)
  expect(seen.listings).toBe(3)
})

test('every kind is logged, a repeated token once', async () => {
  const { seen, find } = setUp()
  for (const token of [null, 'phx_secret_of_somebody', 'phc_unknown_token', 'phc_unknown_token'])
    await expect(find(token)).rejects.toThrow()
  expect(seen.lines).toEqual([
    expect.stringContaining('No project token was sent'),
    expect.stringContaining('A personal API key cannot capture'),
    expect.stringContaining('begins with "phc_unkn"'),
  ])
})
