import { expect, test, vi } from 'vitest'
import { type Acts, commandsFor } from './palette-commands.ts'

const acts = (): Acts => ({
  navigate: vi.fn(),
  open: vi.fn(),
  setScheme: vi.fn(),
  openReader: vi.fn(),
  ask: vi.fn(),
})
const found = (text: string) => commandsFor(3, text, acts()).map(({ label }) => label)

test.each([
  ['new funnel', ['New funnel']],
  ['FUNNEL', ['New funnel']],
  ['dark', ['Theme: dark']],
  ['snippet', ['Snippets']],
  ['sdk', ['Snippets']],
  ['api', ['API reference']],
  ['new project', ['New project']],
  ['dashb', ['Dashboards']],
  ['no such thing', []],
])('%s finds %j', (text, expected) => {
  expect(found(text)).toEqual(expected)
})

test('without a text there are the places alone', () => {
  expect(found(' ')).toContain('Settings')
  expect(found(' ')).not.toContain('Theme: dark')
})

test('each command does what it says', () => {
  const did = acts()
  const run = (text: string) => commandsFor(3, text, did)[0]?.act()
  for (const text of ['new funnel', 'dark', 'snippet', 'keys', 'api', 'cohorts']) run(text)
  expect(did.ask).toHaveBeenCalledExactlyOnceWith('FunnelsQuery')
  expect(did.setScheme).toHaveBeenCalledExactlyOnceWith('dark')
  expect(did.open).toHaveBeenCalledExactlyOnceWith('keys')
  expect(did.openReader).toHaveBeenCalledOnce()
  expect(did.navigate).toHaveBeenCalledWith('/welcome?project=3')
  expect(did.navigate).toHaveBeenCalledWith('/project/3/cohorts')
})
