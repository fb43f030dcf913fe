import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf, newPassword } from './password.ts'

test('a password matches its own hash only', async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^scrypt\$[0-9a-f]{32}\$[0-9a-f]{64}$/)
  expect(await isPasswordOf('correct horse', hash)).toBe(true)
  for (const other of ['correct horse ', 'Correct horse', '', hash])
    expect(await isPasswordOf(other, hash)).toBe(false)
})

test('the same password has a different hash each time', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'))
})

test('letters are equal in both compositions', async () => {
  expect(await isPasswordOf('cafe\u0301-cre\u0300me', await hashPassword('caf\u00e9-cr\u00e8me'))).toBe(true)
})

test.each([null, '', 'scrypt', 'scrypt$00$', 'scrypt$zz$zz', `scrypt$00$${'0'.repeat(62)}`])(
  'no password matches the hash %j',
  async (hash) => {
    for (const password of ['', 'password']) expect(await isPasswordOf(password, hash)).toBe(false)
  },
)

test('new passwords differ', () => {
  expect(newPassword()).toMatch(/^[A-Za-z0-9]{20}$/)
  expect(newPassword()).not.toBe(newPassword())
})
