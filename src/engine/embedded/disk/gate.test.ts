import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

test('a caller alone waits for those that are in, and later ones wait for its end', async () => {
  const gate = createGate()
  const order: string[] = []
  const leaveFirst = await gate.enter()
  const leaveSecond = await gate.enter()
  const alone = gate.alone(async () => {
    order.push('alone')
  })
  expect(gate.tryEnter()).toBeNull()
  const late = gate.enter().then((leave) => {
    order.push('late')
    leave()
  })
  order.push('first leaves')
  leaveFirst()
  order.push('second leaves')
  leaveSecond()
  await Promise.all([alone, late])
  expect(order).toEqual(['first leaves', 'second leaves', 'alone', 'late'])
})

test('two callers are alone one after the other', async () => {
  const gate = createGate()
  let alone = 0
  let most = 0
  const work = async () => {
    alone++
    most = Math.max(most, alone)
    await Promise.resolve()
    alone--
  }
  await Promise.all([gate.alone(work), gate.alone(work), gate.alone(work)])
  expect(most).toBe(1)
  gate.tryEnter()?.()
})

test('a failure of the caller alone opens the gate again', async () => {
  const gate = createGate()
  await expect(gate.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(gate.tryEnter()).not.toBeNull()
})
