import { expect, test } from 'vitest'
import { ServerUrl } from './server-url.ts'

const AT_HOME = { database: 'events', user: 'default', password: '' }

test.each([
  ['http://localhost/events', { ...AT_HOME, origins: ['http://localhost:8123'] }],
  ['https://localhost/events/', { ...AT_HOME, origins: ['https://localhost:8443'] }],
  ['http://[::1]:9000/events', { ...AT_HOME, origins: ['http://[::1]:9000'] }],
  [
    'https://writer:p%40ss%2Fw%3A@one.example:1,two.example/events',
    {
      origins: ['https://one.example:1', 'https://two.example:8443'],
      ...{ database: 'events', user: 'writer', password: 'p@ss/w:' },
    },
  ],
  ['http://writer@one/events', { ...AT_HOME, origins: ['http://one:8123'], user: 'writer' }],
  ['http://:word@one/events', { ...AT_HOME, origins: ['http://one:8123'], password: 'word' }],
])('%s', (text, address) => {
  expect(ServerUrl.parse(text)).toEqual(address)
})

test.each([
  ['localhost:8123', 'Expected http(s)://'],
  ['tcp://localhost:9000/events', 'Expected http(s)://'],
  ['http://localhost:8123', 'Expected http(s)://'],
  ['http://localhost:8123/', 'The name of the database'],
  ['http://localhost/my-events', 'The name of the database'],
  ['http://localhost:0/events', 'A host is not readable.'],
  ['http://localhost:70000/events', 'A host is not readable.'],
  ['http://one,/events', 'A host is not readable.'],
  ['http://one,one:8123/events', 'A host is given twice.'],
  ['http://a:100%@one/events', 'is written as %25'],
  ['http://a:b@c@one/events', 'Expected http(s)://'],
])('%s is refused', (text, sentence) => {
  const { error } = ServerUrl.safeParse(text)
  expect(error?.issues.map(({ message }) => message).join()).toContain(sentence)
})

test('a refusal never repeats the password', () => {
  const { error } = ServerUrl.safeParse('http://a:hidden@one/no-such')
  expect(JSON.stringify(error)).not.toContain('hidden')
})
