import { describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { useApp } from '../fixtures/use-app.ts'
import { PASSWORD, useInvitations } from '../fixtures/use-invitations.ts'

const server = useApp()
const at = useInvitations(server)
const DAY_MS = 24 * 3_600_000

describe('an invitation', () => {
  test('is listed without its token, and its link is a page of this server', async () => {
    const email = at.newEmail()
    const { status, body } = await at.invite(email.toUpperCase(), 'viewer')
    const { link, token, ...rest } = body
    expect(status).toBe(201)
    expect(token).toMatch(/^thi_[A-Za-z0-9]{43}$/)
    expect(link).toBe(`http://localhost/invitation/${token}`)
    const listed = {
      id: expect.any(Number),
      email,
      role: 'viewer',
      created_by: expect.objectContaining({ email: 'admin@throughline.local' }),
      created_at: new Date(server.nowMs).toISOString(),
      expires_at: new Date(server.nowMs + 7 * DAY_MS).toISOString(),
    }
    expect(rest).toEqual(listed)
    const { body: page } = await server.request('GET', `${at.path}invitations/`)
    expect(page).toEqual({ count: 1, next: null, previous: null, results: [listed] })
    const stored = await server.app.metadata.selectFrom('invitation').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('makes an account with the name and password of the person', async () => {
    const email = at.newEmail()
    const token = await at.tokenFor(email, 'viewer')
    const names = { first_name: 'Ada', last_name: 'Lovelace' }
    const { status, body } = await at.accept(token, PASSWORD, names)
    expect([status, body]).toMatchObject([
      200,
      { user: { email, ...names }, role: 'viewer', project: { id: at.project.id, name: 'Analytics' } },
    ])
    expect(await at.projectsSeen(await at.signIn(email))).toEqual([at.project.id])
    expect(await at.roles()).toEqual({ [email]: 'viewer' })
  })

  test('adds the account of the address, whose password it needs', async () => {
    const email = at.newEmail()
    await at.accept(await at.tokenFor(email))
    const first = at.project.id
    await at.newProject('Second')
    const token = await at.tokenFor(email, 'admin')
    expect((await at.accept(token, 'wrong')).status).toBe(400)
    expect((await at.accept(token, PASSWORD, { first_name: 'Eve' })).body).toMatchObject({
      user: { email, first_name: '' },
      role: 'admin',
    })
    expect(await at.projectsSeen(await at.signIn(email))).toEqual([first, at.project.id])
  })

  test('is used once, also by two requests at a time', async () => {
    const email = at.newEmail()
    const token = await at.tokenFor(email)
    const both = await Promise.all([at.accept(token), at.accept(token)])
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toEqual([200])
    expect((await at.accept(token)).status).toBe(404)
  })

  test('is not open when it is revoked, replaced or old', async () => {
    const [revoked, replaced] = [at.newEmail(), at.newEmail()]
    const { body } = await at.invite(revoked)
    const remove = () => server.request('DELETE', `${at.path}invitations/${body.id}/`)
    const other = await server.newProject()
    const foreign = `/api/projects/${other.id}/invitations/${body.id}/`
    expect((await server.request('DELETE', foreign)).status).toBe(404)
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    const first = await at.tokenFor(replaced)
    const second = await at.tokenFor(replaced, 'viewer')
    for (const token of [body.token, first, 'thi_unknown', ''])
      expect(await at.accept(token)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    server.nowMs += 7 * DAY_MS
    expect((await at.accept(second)).status).toBe(404)
    expect((await server.request('GET', `${at.path}invitations/`)).body).toMatchObject({
      count: 0,
      results: [],
    })
    server.nowMs -= 1
    expect((await at.accept(second)).body).toMatchObject({ role: 'viewer' })
  })

  test('that was made while the clock was a year ahead is not open', async () => {
    server.nowMs += 365 * DAY_MS
    const token = await at.tokenFor(at.newEmail())
    server.nowMs -= 365 * DAY_MS
    expect((await at.accept(token)).status).toBe(404)
    server.nowMs += 365 * DAY_MS
    expect((await at.accept(token)).status).toBe(200)
  })

  test('is deleted within an hour after its end', async () => {
    await at.invite(at.newEmail())
    server.nowMs += 7 * DAY_MS
    await server.pass(3_600)
    const open = await server.app.metadata.selectFrom('invitation').select('expires_at').execute()
    const expired = open.filter(({ expires_at }) => Date.parse(expires_at) <= server.nowMs)
    expect(expired).toEqual([])
  })

  test('ends with the rights of the admin who made it', async () => {
    const email = at.newEmail()
    await at.accept(await at.tokenFor(email, 'admin'))
    const key = await at.keyMadeIn(await at.signIn(email))
    const userId = (await createUserStore(server.app.metadata).byEmail(email))?.id
    const member = `${at.path}members/${userId}/`
    const { body: demoted } = await at.invite(at.newEmail(), 'admin', key)
    await server.request('PATCH', member, { role: 'viewer' })
    expect((await at.accept(demoted.token)).status).toBe(404)
    await server.request('PATCH', member, { role: 'admin' })
    const { body: removed } = await at.invite(at.newEmail(), 'admin', key)
    expect((await server.request('DELETE', member)).status).toBe(204)
    expect((await at.accept(removed.token)).status).toBe(404)
  })

  test('needs the scope *, because its link gives a session', async () => {
    const narrow = await server.newKey(['organization_member:write'])
    expect(await at.invite(at.newEmail(), 'viewer', narrow)).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining("scope '*'") },
    })
  })

  test.each([
    ['email', 'required', { role: 'viewer' }],
    ['email', 'invalid_input', { email: 'nobody', role: 'viewer' }],
    ['role', 'invalid_choice', { email: 'a@example.com', role: 'owner' }],
    ['email', 'unique', { email: 'ADMIN@throughline.local', role: 'viewer' }],
  ])('is refused for its %s, %s', async (attr, code, body) => {
    expect(await server.request('POST', `${at.path}invitations/`, body)).toMatchObject({
      status: 400,
      body: { attr, code },
    })
  })

  test('is not used up by a refused password', async () => {
    const token = await at.tokenFor(at.newEmail())
    expect(await at.accept(token, 'short')).toMatchObject({
      status: 400,
      body: { attr: 'password', code: 'min_length' },
    })
    expect((await at.accept(token)).status).toBe(200)
    const passwordless = { email: at.newEmail(), firstName: '', passwordHash: null }
    await createUserStore(server.app.metadata).create(passwordless, server.nowMs)
    expect(await at.accept(await at.tokenFor(passwordless.email))).toMatchObject({
      status: 400,
      body: { code: 'no_password', attr: null },
    })
  })
})

test('an account of the operator can be added without an invitation', async () => {
  const user = { email: at.newEmail(), firstName: '', passwordHash: null, setUpBy: 'operator' } as const
  await createUserStore(server.app.metadata).create(user, server.nowMs)
  const body = { email: user.email.toUpperCase(), role: 'viewer' }
  expect((await server.request('POST', `${at.path}members/`, body)).status).toBe(201)
  expect(await server.request('POST', `${at.path}members/`, body)).toMatchObject({
    status: 400,
    body: { code: 'unique', attr: 'email' },
  })
  expect(await at.roles()).toEqual({ [user.email]: 'viewer' })
})
