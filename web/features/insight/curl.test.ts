import { expect, test } from 'vitest'
import type { QueryNode } from '#web/api/query-node.ts'
import { curlOf } from './curl.ts'

test('the command has the question, and the key as a variable', () => {
  const node: QueryNode = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: `it's "$HOME"` }] }
  expect(curlOf('http://127.0.0.1:8000', 3, node)).toBe(
    String.raw`curl 'http://127.0.0.1:8000/api/projects/3/query/' \
  -H "Authorization: Bearer $THROUGHLINE_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"query":{"kind":"TrendsQuery","series":[{"kind":"EventsNode","event":"it'\''s \"$HOME\""}]}}'`,
  )
})
