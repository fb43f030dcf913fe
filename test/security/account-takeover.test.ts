import { beforeEach, describe, expect, test } from 'vitest'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { hashPassword } from '../../src/shared/password.ts'
import { type TestProject, useApp } from '../fixtures/use-app.ts'
import { PASSWORD, useInvitations } from '../fixtures/use-invitations.ts'

const server = useApp()
const at = useInvitations(server)

describe('an admin who makes an account for an address of another person', () => {
  let ownProject: TestProject
  let ownKey = ''
  beforeEach(async () => {
    ownProject = await server.newProject('Of the attacker')
    ownKey = await server.newKey(['*'], [ownProject.id])
  })
  const ofOwnProject = (rest: string, body: object) =>
    server.request('POST', `/api/projects/${ownProject.id}/${rest}`, body, ownKey)

  test('cannot choose its password', async () => {
    const email = at.newEmail()
    const answer = await ofOwnProject('members/', { email, role: 'viewer', password: PASSWORD })
    await server.request('POST', `${at.path}members/`, { email, role: 'member' })
    expect(await at.projectsSeen(await at.signIn(email))).toEqual([])
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'not_supported', attr: 'password', detail: expect.stringContaining('invitations/') },
    })
  })

  test('cannot read the next project that invites the address', async () => {
    const email = at.newEmail()
    const { body } = await ofOwnProject('invitations/', { email, role: 'viewer' })
    // The answer has the link, so that the admin can accept the invitation.
    expect((await at.accept(body.token)).status).toBe(200)
    const session = await at.signIn(email)
    expect(await at.projectsSeen(session)).toEqual([ownProject.id])
    expect(await server.request('POST', `${at.path}members/`, { email, role: 'member' })).toMatchObject({
      status: 400,
      body: { code: 'invitation_required', attr: 'email' },
    })
    const token = await at.tokenFor(email)
    // The person at the address has the link, but not the password.
    expect(await at.accept(token, 'of the person')).toMatchObject({
      status: 400,
      body: { code: 'incorrect_password', attr: 'password' },
    })
    expect(await at.projectsSeen(session)).toEqual([ownProject.id])
    expect(await at.roles()).toEqual({})
  })

  test('has no key and no session left when the operator gives the account to the person', async () => {
    const email = at.newEmail()
    const { body } = await ofOwnProject('invitations/', { email, role: 'viewer' })
    await at.accept(body.token)
    const session = await at.signIn(email)
    const key = await at.keyMadeIn(session)
    const users = createUserStore(server.app.metadata)
    const { id = 0 } = (await users.byEmail(email)) ?? {}
    expect(await users.reset(id, await hashPassword('of the person'), false)).toBe(1)
    await server.request('POST', `${at.path}members/`, { email, role: 'member' })
    expect(await at.roles()).toEqual({ [email]: 'member' })
    expect((await server.request('GET', '/api/projects/', undefined, key)).status).toBe(401)
    expect(await at.projectsSeen(session)).toEqual([])
    expect(await at.signIn(email)).toBe(401)
    // From now on the operator vouches for the owner of the account, so another reset keeps the keys of the
    // account.
    const own = await at.keyMadeIn(await at.signIn(email, 'of the person'))
    expect(await users.reset(id, await hashPassword('another'), false)).toBe(0)
    expect((await server.request('GET', '/api/projects/', undefined, own)).status).toBe(200)
  })
})
