import { describe, expect, test } from 'vitest'
import { stateOf, turn, writerByHand } from '../../../test/fixtures/writer-by-hand.ts'

describe('turns of projects', () => {
  test('a project does not wait behind the backlog of another', async () => {
    const { writer, prepared, commit } = writerByHand({ maxGroup: 2 })
    const backlog = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => writer.write(1, [name, name]))
    await turn()
    const small = writer.write(2, ['small'])
    const third = writer.write(3, ['third'])
    for (const i of [0, 1, 2, 3, 4, 5, 6, 7]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all([...backlog, small, third])
    // Two groups of the first project were under way. The requests of the other two projects share the next
    // group.
    const names = prepared.map((group) => group.join(' '))
    expect(names.slice(0, 4)).toEqual(['a a', 'b b', 'c c', 'small third'])
    expect(names).toHaveLength(8)
  })

  test('a group takes from each project before it takes from one again', async () => {
    const { writer, prepared, commit } = writerByHand({ maxGroup: 4 })
    const writes = [writer.write(1, ['first'])]
    await turn()
    writes.push(writer.write(1, ['second']))
    await turn()
    for (const name of ['a', 'b', 'c', 'd']) writes.push(writer.write(1, [name]))
    for (const name of ['x', 'y']) writes.push(writer.write(2, [name]))
    for (const i of [0, 1, 2, 3]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all(writes)
    expect(prepared.slice(2)).toEqual([
      ['a', 'x', 'b', 'y'],
      ['c', 'd'],
    ])
  })

  test('a part that does not fit beside others waits for the next group, and not they for it', async () => {
    const { writer, prepared, commit } = writerByHand({ maxGroup: 2 })
    const writes = [writer.write(1, ['written'])]
    await turn()
    writes.push(writer.write(1, ['ready']))
    await turn()
    writes.push(writer.write(1, ['p', 'p'], ['q', 'q']))
    for (const name of ['x', 'y']) writes.push(writer.write(2, [name]))
    for (const i of [0, 1, 2, 3, 4]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all(writes)
    expect(prepared.slice(2)).toEqual([
      ['p', 'p'],
      ['x', 'y'],
      ['q', 'q'],
    ])
  })

  test('one project has half of the waiting places', async () => {
    const { writer, commit } = writerByHand({ maxWaiting: 8, maxGroup: 1 })
    const writes = [writer.write(1, ['written'])]
    await turn()
    writes.push(writer.write(1, ['ready']))
    await turn()
    for (let i = 0; i < 4; i++) writes.push(writer.write(1, ['waiting']))
    await expect(writer.write(1, ['too many'])).rejects.toMatchObject({ code: 'overloaded' })
    writes.push(writer.write(2, ['of another']))
    for (const i of [0, 1, 2, 3, 4, 5, 6]) {
      commit(i).finish()
      await turn()
    }
    expect(await Promise.all(writes)).toHaveLength(7)
  })

  test('the parts of a request are accepted or refused together, and another project has its turn between them', async () => {
    const { writer, prepared, commit } = writerByHand({ maxWaiting: 4, maxGroup: 1 })
    const writes = [writer.write(1, ['written'])]
    await turn()
    writes.push(writer.write(1, ['ready']))
    await turn()
    writes.push(writer.write(1, ['a'], ['b']))
    await expect(writer.write(2, ['x'], ['y'], ['z'])).rejects.toMatchObject({ code: 'overloaded' })
    writes.push(writer.write(2, ['x'], ['y']))
    for (const i of [0, 1, 2, 3, 4, 5]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all(writes)
    expect(prepared.slice(2)).toEqual([['a'], ['x'], ['b'], ['y']])
  })

  test('a request of which a part fails is rejected when its other parts have ended', async () => {
    const { writer, commit } = writerByHand({ maxGroup: 1 })
    const write = writer.write(1, ['a'], ['b'])
    await turn()
    commit(0).fail(new Error('The disk is gone'))
    expect(await stateOf(write)).toBe('pending')
    await turn()
    commit(1).finish()
    await expect(write).rejects.toThrow('The disk is gone')
  })
})

describe('earlierWrites', () => {
  test('waits for everything that was accepted before, and for nothing later', async () => {
    const { writer, commit } = writerByHand({ maxGroup: 1 })
    const writes = [writer.write(1, ['a']), writer.write(2, ['b'])]
    const earlier = writer.earlierWrites()
    await turn()
    writes.push(writer.write(1, ['c']))
    const settled = Promise.allSettled(writes)
    commit(0).finish()
    expect(await stateOf(earlier)).toBe('pending')
    commit(1).fail(new Error('disk'))
    expect(await stateOf(earlier)).toBe('resolved')
    commit(2).finish()
    await settled
  })
})

describe('lanes', () => {
  test('a project does not wait for the group of another', async () => {
    const { writer, prepared, commit } = writerByHand({ lanes: 2 })
    const large = writer.write(1, ['large'])
    const small = writer.write(2, ['small'])
    await turn()
    expect(prepared).toEqual([['large'], ['small']])
    commit(1).finish()
    expect([await stateOf(small), await stateOf(large)]).toEqual(['resolved', 'pending'])
    commit(0).finish()
    await large
  })

  test('a project is on one lane, in its order, also while its group is only prepared', async () => {
    const { writer, prepared, commits, commit } = writerByHand({ lanes: 2, maxGroup: 1 })
    const writes = ['a', 'b', 'c'].map((name) => writer.write(1, [name]))
    await turn()
    expect(prepared).toEqual([['a'], ['b']])
    expect(commits).toHaveLength(1)
    for (const i of [0, 1, 2]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all(writes)
    expect(commits.map(({ group }) => group)).toEqual([['a'], ['b'], ['c']])
  })

  test('a project whose last group is being written waits for that lane, and then any free lane takes it', async () => {
    const { writer, commits, commit } = writerByHand({ lanes: 2, maxGroup: 1 })
    const writes = [writer.write(1, ['a']), writer.write(2, ['x'])]
    await turn()
    writes.push(writer.write(2, ['y']), writer.write(3, ['other']))
    await turn()
    expect(commits.map(({ group }) => group)).toEqual([['a'], ['x']])
    commit(0).finish()
    await turn()
    // The first lane takes the group of the third project. The second project still waits for its own lane.
    expect(commits.map(({ group }) => group)).toEqual([['a'], ['x'], ['other']])
    commit(1).finish()
    await turn()
    for (const i of [2, 3]) commit(i).finish()
    await Promise.all(writes)
    expect(commits.map(({ group }) => group).at(-1)).toEqual(['y'])
  })

  test('the end of a writer waits for all lanes', async () => {
    const { writer, commit } = writerByHand({ lanes: 2 })
    const writes = [writer.write(1, ['a']), writer.write(2, ['b'])]
    await turn()
    const closed = writer.close()
    commit(0).finish()
    expect(await stateOf(closed)).toBe('pending')
    commit(1).finish()
    await Promise.all([closed, ...writes])
  })
})
