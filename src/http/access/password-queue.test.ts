import { describe, expect, test } from 'vitest'
import { createPasswordQueue } from './password-queue.ts'

/**
 * Makes an entry from a text: `T` for a trusted client or `S` for a stranger, then the number of its
 * earlier attempts, then a name.
 */
const entryOf = (text: string) => ({
  text,
  isTrusted: text.startsWith('T'),
  earlier: Number(/\d+/.exec(text)?.[0]),
})
function queued(most: number, entries: string) {
  const queue = createPasswordQueue<ReturnType<typeof entryOf>>(most)
  const lost = entries.split(' ').flatMap((text) => queue.add(entryOf(text))?.text ?? [])
  const taken = Array.from({ length: queue.size }, () => queue.take()?.text)
  return { lost, taken, queue }
}

describe('passwords are taken', () => {
  test.each([
    ['in the order of arrival, of equal ones', 'S0a S0b S0c', 'S0a S0b S0c'],
    ['of trusted clients first', 'S0a S0b T5c', 'T5c S0a S0b'],
    ['by turns of the networks', 'S0a S1a S2a S0b S1b S0c', 'S0a S0b S0c S1a S1b S2a'],
    ['of clean networks before those with wrong attempts', 'S9a S3b S0c', 'S0c S3b S9a'],
    ['by turns of the accounts', 'T0a T1a T2a T0b', 'T0a T0b T1a T2a'],
    [
      'of a stranger after three trusted clients',
      'S0a S0b T0c T0d T0e T0f T0g',
      'T0c T0d T0e S0a T0f T0g S0b',
    ],
  ])('%s', (_, entries, order) => {
    expect(queued(10, entries)).toMatchObject({ taken: order.split(' '), lost: [] })
  })
})

describe('where all places are taken', () => {
  test.each([
    ['the client with the most earlier attempts loses its place', 'S0a S1a S2a S0b', ['S2a'], 'S0a S0b S1a'],
    ['the newest of equal ones does', 'S0a S0b S0c S0d', ['S0d'], 'S0a S0b S0c'],
    ['strangers take no places of trusted clients', 'S0a S0b S0c T4d', [], 'T4d S0a S0b S0c'],
    ['and the reverse', 'T0a T0b T0c T0d S7e', ['T0d'], 'T0a T0b T0c S7e'],
  ])('%s', (_, entries, lost, order) => {
    expect(queued(3, entries)).toMatchObject({ lost, taken: order.split(' ') })
  })
})

test('a removed one is not taken, and its place is free', () => {
  const { queue } = queued(2, 'S0z')
  const [first, second, third] = [entryOf('S0a'), entryOf('S0b'), entryOf('S0c')]
  queue.add(first)
  queue.add(second)
  queue.remove(first)
  expect(queue.add(third)).toBeNull()
  // Removing an entry for the second time changes nothing.
  queue.remove(first)
  expect([queue.take(), queue.take(), queue.take()]).toEqual([second, third, undefined])
})
