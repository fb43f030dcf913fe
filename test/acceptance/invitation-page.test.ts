import { describe, expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { PASSWORD, useInvitations } from '../fixtures/use-invitations.ts'

const server = useApp()
const at = useInvitations(server)

describe('the page of an invitation', () => {
  const get = (token: string) => server.app.server.inject({ url: `/invitation/${token}` })
  const post = (token: string, fields: Record<string, string>) =>
    server.app.server.inject({
      method: 'POST',
      url: `/invitation/${token}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  test('has a form without scripts, which makes the account', async () => {
    const email = at.newEmail()
    const token = await at.tokenFor(email)
    const page = await get(token)
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
      ),
    })
    expect(page.body).toContain(`${email} is invited with the role member.`)
    expect(page.body).toMatch(
      /<input id="password" name="password" type="password" autocomplete="new-password"/,
    )
    const refused = await post(token, { password: 'short' })
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining('role="alert"')])
    const joined = await post(token, { password: 'pässword + & more', first_name: 'Ada', last_name: '' })
    expect([joined.statusCode, joined.body]).toEqual([200, expect.stringContaining('Welcome')])
    expect(await at.projectsSeen(await at.signIn(email, 'pässword + & more'))).toEqual([at.project.id])
    expect((await get(token)).statusCode).toBe(404)
    expect((await post(token, { password: PASSWORD })).statusCode).toBe(404)
  })

  test('asks for the password of a known account, a limited number of times', async () => {
    const email = at.newEmail()
    await at.accept(await at.tokenFor(email))
    await at.newProject('<b>Second</b>')
    const token = await at.tokenFor(email)
    const { body } = await get(token)
    expect(body).toContain('autocomplete="current-password"')
    expect(body).toContain('&lt;b&gt;Second')
    expect(body).not.toContain('first_name')
    const statuses = []
    for (let i = 0; i < 11; i++) statuses.push((await post(token, { password: `wrong ${i}` })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })

  test.each(['unknown', '%00', 'x'.repeat(150)])('of the token %s does not exist', async (token) => {
    for (const { statusCode, headers } of [await get(token), await post(token, { password: PASSWORD })])
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })
})
