import { describe, expect, test } from 'vitest'
import { stateOf, turn, writerByHand } from '../../../test/fixtures/writer-by-hand.ts'

describe('group commit', () => {
  test('an idle writer writes at once and resolves when the commit is done', async () => {
    const { writer, commit } = writerByHand()
    const write = writer.write(1, ['a'])
    await turn()
    expect(commit(0).group).toEqual(['a'])
    expect(await stateOf(write)).toBe('pending')
    commit(0).finish()
    expect(await stateOf(write)).toBe('resolved')
  })

  test('a busy writer collects requests while one group is prepared', async () => {
    const { writer, prepared, commits, commit } = writerByHand()
    const writes = [writer.write(1, ['a'])]
    await turn()
    writes.push(writer.write(1, ['b']))
    await turn()
    writes.push(writer.write(1, ['c']), writer.write(1, ['d', 'e']))
    await turn()
    // Group a is being written, b is prepared and the rest waits.
    expect(prepared).toEqual([['a'], ['b']])
    expect(commits).toHaveLength(1)
    commit(0).finish()
    await turn()
    expect(prepared).toEqual([['a'], ['b'], ['c', 'd', 'e']])
    commit(1).finish()
    await turn()
    commit(2).finish()
    expect(await Promise.all(writes)).toHaveLength(4)
    expect(commits.map(({ group }) => group)).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  })

  test('a request is resolved with its own commit and not before', async () => {
    const { writer, commit } = writerByHand()
    const first = writer.write(1, ['a'])
    await turn()
    const second = writer.write(1, ['b'])
    commit(0).finish()
    expect(await stateOf(first)).toBe('resolved')
    expect(await stateOf(second)).toBe('pending')
    commit(1).finish()
    await second
  })

  test('an idle writer is idle again after its work', async () => {
    const { writer, commit } = writerByHand()
    for (const [i, item] of ['a', 'b'].entries()) {
      const write = writer.write(1, [item])
      await turn()
      expect(commit(i).group).toEqual([item])
      commit(i).finish()
      await write
    }
  })
})

describe('size', () => {
  test('a group takes whole requests, as many as fit', async () => {
    const { writer, prepared, commit } = writerByHand({ maxGroup: 3 })
    const first = writer.write(1, ['a'])
    await turn()
    const second = writer.write(1, ['b'])
    await turn()
    const rest = [writer.write(1, ['c', 'd']), writer.write(1, ['e']), writer.write(1, ['f', 'g'])]
    for (const i of [0, 1, 2, 3]) {
      await turn()
      commit(i).finish()
    }
    await Promise.all([first, second, ...rest])
    expect(prepared).toEqual([['a'], ['b'], ['c', 'd', 'e'], ['f', 'g']])
  })

  test('a request larger than a group is a group of its own', async () => {
    const { writer, prepared, commit } = writerByHand({ maxGroup: 2 })
    const large = writer.write(1, ['a', 'b', 'c'])
    await turn()
    commit(0).finish()
    await large
    expect(prepared).toEqual([['a', 'b', 'c']])
  })

  test('requests beyond the limit of waiting ones are refused, and accepted again when there is room', async () => {
    const { writer, commit } = writerByHand({ maxWaiting: 6 })
    const accepted = [writer.write(1, ['a'])]
    await turn()
    accepted.push(writer.write(1, ['b']))
    await turn()
    accepted.push(writer.write(1, ['c', 'd']))
    await expect(writer.write(1, ['e', 'f'])).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'overloaded',
    })
    accepted.push(writer.write(1, ['e']))
    for (const i of [0, 1]) {
      commit(i).finish()
      await turn()
    }
    accepted.push(writer.write(1, ['f', 'g', 'h']))
    for (const i of [2, 3]) {
      commit(i).finish()
      await turn()
    }
    expect(await Promise.all(accepted)).toHaveLength(5)
  })

  test('a request above the limit of waiting ones is accepted while nothing waits', async () => {
    const { writer, commit } = writerByHand({ maxWaiting: 1 })
    const large = writer.write(1, ['a', 'b', 'c'])
    await turn()
    commit(0).finish()
    await expect(large).resolves.toBeUndefined()
  })
})

describe('a failure', () => {
  test('of a commit rejects its own group only', async () => {
    const { writer, commit } = writerByHand()
    const first = writer.write(1, ['a'])
    await turn()
    // The second group is prepared while the first one is written.
    const second = writer.write(1, ['b'])
    await turn()
    commit(0).fail(new Error('disk'))
    expect(await stateOf(first)).toBe('rejected: disk')
    expect(await stateOf(second)).toBe('pending')
    commit(1).finish()
    expect(await stateOf(second)).toBe('resolved')
  })

  test('of a preparation rejects its own group only', async () => {
    const commits: string[][] = []
    const { writer } = writerByHand({
      prepare: async (items) => {
        if (items.includes('bad')) throw new Error('identity')
        return async () => {
          commits.push([...items])
        }
      },
    })
    await expect(writer.write(1, ['bad'])).rejects.toThrow('identity')
    await writer.write(1, ['good'])
    expect(commits).toEqual([['good']])
  })

  test('of a preparation rejects no other request of its group', async () => {
    const { writer, commits, commit } = writerByHand({
      prepare: async (items) => {
        if (items.includes('bad')) throw new Error('identity')
        return () =>
          new Promise<void>((resolve, reject) => {
            commits.push({ group: items, settled: async () => undefined, finish: resolve, fail: reject })
          })
      },
    })
    const first = writer.write(1, ['first'])
    await turn()
    // The second group is prepared while the first is written; later requests form the third.
    const second = writer.write(1, ['second'])
    await turn()
    const group = Promise.allSettled(
      [['good'], ['bad'], ['better', 'best']].map((items) => writer.write(1, items)),
    )
    for (const i of [0, 1, 2, 3]) {
      commit(i).finish()
      await turn()
    }
    await Promise.all([first, second])
    expect((await group).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(commits.map(({ group }) => group)).toEqual([['first'], ['second'], ['good'], ['better', 'best']])
  })
})

describe('earlierInserts', () => {
  test('waits for the commit that is under way while a group is prepared', async () => {
    const seen: string[] = []
    let finishFirst = () => {}
    const { writer } = writerByHand({
      prepare: async (items, settled) => {
        await settled()
        seen.push(`${items} prepared`)
        return async () => {
          if (items.includes('a')) await new Promise<void>((resolve) => (finishFirst = resolve))
          seen.push(`${items} written`)
        }
      },
    })
    const writes = [writer.write(1, ['a'])]
    await turn()
    writes.push(writer.write(1, ['b']))
    await turn()
    expect(seen).toEqual(['a prepared'])
    finishFirst()
    await Promise.all(writes)
    expect(seen).toEqual(['a prepared', 'a written', 'b prepared', 'b written'])
  })

  test('resolves also when that commit fails, because its events are not stored', async () => {
    const { writer, commit } = writerByHand()
    const first = writer.write(1, ['a'])
    await turn()
    const settled = commit(0).settled()
    commit(0).fail(new Error('disk'))
    await expect(first).rejects.toThrow('disk')
    await expect(settled).resolves.toBeUndefined()
  })
})

describe('close', () => {
  test('writes the waiting requests, and refuses further ones at once', async () => {
    const { writer, commits, commit } = writerByHand()
    const writes = [writer.write(1, ['a'])]
    await turn()
    writes.push(writer.write(1, ['b']))
    await turn()
    writes.push(writer.write(1, ['c']))
    const closing = writer.close()
    await expect(writer.write(1, ['d'])).rejects.toMatchObject({ kind: 'unavailable', code: 'shutting_down' })
    for (const i of [0, 1]) {
      commit(i).finish()
      await turn()
    }
    expect(await stateOf(closing)).toBe('pending')
    commit(2).finish()
    await closing
    expect(await Promise.all(writes)).toHaveLength(3)
    expect(commits.map(({ group }) => group)).toEqual([['a'], ['b'], ['c']])
  })

  test('resolves at once where nothing waits', async () => {
    await expect(writerByHand().writer.close()).resolves.toBeUndefined()
  })
})
