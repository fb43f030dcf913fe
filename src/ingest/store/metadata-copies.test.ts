import { expect, test } from 'vitest'
import { createMetadataCopies } from './metadata-copies.ts'

const numbersOf = (projectId: number) => [{ projectId, nextPerson: 5, groupTypes: 0 }]

function copiesByHand() {
  const done: string[] = []
  const failing = new Set<string>()
  const step = async (name: string) => {
    if (failing.has(name)) throw new Error(`${name} failed`)
    done.push(name)
  }
  const copies = createMetadataCopies({
    marks: { note: ([project]) => step(`noted ${project?.projectId}`) },
    mirror: { catchUp: () => step('mirrored') },
  })
  return { copies, done, failing }
}

test('written persons are noted and mirrored before their events', async () => {
  const { copies, done } = copiesByHand()
  await copies.follow(numbersOf(1), true)
  expect(done).toEqual(['noted 1', 'mirrored'])
})

test('events of known persons wait for no copies', async () => {
  const { copies, done } = copiesByHand()
  await copies.follow(numbersOf(1), true)
  await copies.follow(numbersOf(1), false)
  expect(done).toHaveLength(2)
})

test.each(['noted 1', 'mirrored'])(
  'persons of whose write was not %s are followed with the next events of their project',
  async (step) => {
    const { copies, done, failing } = copiesByHand()
    failing.add(step)
    await expect(copies.follow(numbersOf(1), true)).rejects.toThrow('failed')
    failing.clear()
    done.length = 0
    await copies.follow(numbersOf(2), false)
    expect(done).toEqual([])
    await copies.follow(numbersOf(1), false)
    expect(done).toEqual(['noted 1', 'mirrored'])
    await copies.follow(numbersOf(1), false)
    expect(done).toHaveLength(2)
  },
)
