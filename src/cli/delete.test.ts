import { expect, test } from 'vitest'
import { callOf } from './delete.ts'

const UUID = '01890000-0000-7000-8000-000000000001'

test.each([
  [{ event: 'a' }, { method: 'POST', path: '/api/projects/2/deletions/', body: { event: 'a' } }],
  [
    { from: '2026-01-01', to: '2026-02-01' },
    {
      method: 'POST',
      path: '/api/projects/2/deletions/',
      body: { date_from: '2026-01-01', date_to: '2026-02-01' },
    },
  ],
  [{ allEvents: true }, { method: 'POST', path: '/api/projects/2/deletions/', body: { all_events: true } }],
  [{ person: UUID }, { method: 'DELETE', path: `/api/projects/2/persons/${UUID}/?delete_events=true` }],
  [
    { wholeProject: true },
    { method: 'POST', path: '/api/projects/2/deletions/', body: { whole_project: true } },
  ],
] as const)('%o is one request', (given, call) => {
  expect(callOf({ project: '2', ...given })).toEqual(call)
})

test.each([{}, { event: 'a', wholeProject: true }, { person: UUID, from: '2026-01-01' }] as const)(
  '%o is refused',
  (given) => {
    expect(() => callOf({ project: '2', ...given })).toThrow('Choose one thing to delete')
  },
)
