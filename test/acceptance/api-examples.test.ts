import { setImmediate } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { createInvitationStore } from '../../src/metadata/access/invitation-store.ts'
import { createUserStore } from '../../src/metadata/access/user-store.ts'
import { type ApiDocument, inOrder, type Operation, operationsOf } from '../fixtures/documented.ts'
import { type DocumentedServer, documentedServer } from '../fixtures/documented-server.ts'
import { TOKEN, useApp } from '../fixtures/use-app.ts'

const ACCOUNT = { email: 'ada@example.com', password: 'correct horse' }
const server = useApp({
  THROUGHLINE_INIT_USER_EMAIL: ACCOUNT.email,
  THROUGHLINE_INIT_USER_PASSWORD: ACCOUNT.password,
})

/**
 * Operations that cannot succeed in this test: a deletion that only PATCH can do, a flag, and the set-up of
 * a first user.
 */
const WITHOUT_SUCCESS =
  /^DELETE .*\/(?:insights|dashboards|actions|annotations|cohorts)\/\{id\}\/$|\/remote_config\/$|^POST \/api\/setup\/$/
/** How many accounts can be added to a project: more than the test needs. */
const PREPARED_USERS = 20
const emailOf = (i: number) => `member-${i}@example.com`

/** The event in the examples of capture. */
const SENT = { event: 'signed up', distinct_id: 'ada' }
let operations: Operation[] = []
let documented: DocumentedServer
let demo = { project: 0, person: '' }
beforeAll(async () => {
  const document: ApiDocument = (await server.request('GET', '/api/docs/json', undefined, null)).body
  operations = operationsOf(document)
  demo = await loadedDemo()
  documented = documentedServer(server, document, {
    bodies: [
      [/\/remove_person_from_static_cohort\/$/, () => ({ person_id: demo.person })],
      ...changedExamples(),
    ],
    searches: [[/^GET \/(?:i\/v0\/e|batch)\/$/, { data: JSON.stringify({ ...SENT, api_key: TOKEN }) }]],
    parameters: { ...(await pathsIn(demo.project)), project_id: String(demo.project) },
  })
})

/** Loads the demo, and returns its project and one of its persons. */
async function loadedDemo(): Promise<{ project: number; person: string }> {
  const path = '/api/projects/1/demo/'
  let { body } = await server.request('POST', path, { events: 2_000 })
  while (body.status === 'running') {
    await setImmediate()
    body = (await server.request('GET', path)).body
  }
  const persons = await server.request('GET', `/api/projects/${body.project_id}/persons/`)
  return { project: body.project_id, person: persons.body.results[0].uuid }
}

/** Returns the examples whose values differ from server to server, or from request to request. */
function changedExamples(): (readonly [RegExp, () => object])[] {
  let count = 0
  return operations.flatMap(({ path, requestBody }) => {
    const example = requestBody?.content['application/json']?.example as Record<string, unknown> | undefined
    const body = (): object => {
      if (example?.api_key !== undefined) return { ...example, api_key: TOKEN }
      return { ...example, email: path.endsWith('/members/') ? emailOf(count++) : `i${count++}@example.com` }
    }
    const isChanged = example?.api_key !== undefined || /\/(?:members|invitations)\/$/.test(path)
    return isChanged && example !== undefined
      ? [[new RegExp(`^${path.replaceAll(/[{}]/g, '.')}$`), body]]
      : []
  })
}

/** Returns values for the parameters of paths. No example in the document can have these values. */
async function pathsIn(project: number): Promise<Record<string, string>> {
  const invitations = createInvitationStore(server.app.metadata)
  const invitation = { projectId: 1, role: 'viewer', createdBy: 1, expiresMs: server.nowMs + 60_000 } as const
  const invited = { ...invitation, email: 'hopper@example.com', token: 'thi_from_the_link' }
  await invitations.create(invited, server.nowMs)
  const users = createUserStore(server.app.metadata)
  for (let i = 0; i < PREPARED_USERS; i++) {
    const user = { email: emailOf(i), firstName: '', passwordHash: null, setUpBy: 'operator' } as const
    await users.create(user, server.nowMs)
  }
  const insights = `/api/projects/${project}/insights/`
  const shared = await server.request('PATCH', `${insights}1/sharing/`, { enabled: true })
  const query = { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'paid' }] }
  const asked = await server.request('POST', `/api/projects/${project}/query/`, {
    query,
    refresh: 'force_async',
  })
  const groups = await server.request('GET', `/api/projects/${project}/groups/?group_type_index=0`)
  const link = shared.body.access_token
  return {
    token: TOKEN,
    '/shared/': link,
    '/embedded/': link,
    name: 'array.js',
    file: 'surveys.js',
    key: 'name',
    group_key: groups.body.results[0].group_key,
    query_id: asked.body.query_status.id,
    organization_id: '@current',
    uuid: '@me',
  }
}

const isTried = ({ name }: Operation) => !WITHOUT_SUCCESS.test(name)

test('every operation with a body has an example of it', () => {
  const without = operations.filter(
    ({ requestBody }) => requestBody && requestBody.content['application/json']?.example === undefined,
  )
  // The person in the example differs from server to server.
  expect(without.map(({ name }) => name)).toEqual([
    'PATCH /api/projects/{project_id}/cohorts/{id}/remove_person_from_static_cohort/',
  ])
})

/** Creates a cohort to which persons can be added. The cohort of the example has another form. */
async function newStaticCohort(): Promise<string> {
  const cohort = { name: 'Static', is_static: true }
  const { body } = await server.request('POST', `/api/projects/${demo.project}/cohorts/`, cohort)
  return String(body.id)
}

test('every example runs, in the project of the demo', { timeout: 240_000 }, async () => {
  const wrong = []
  for (const operation of inOrder(operations).filter(isTried)) {
    const path = operation.path.includes('_static_cohort') ? { id: await newStaticCohort() } : {}
    const { status, text } = await documented.send(operation, { path })
    if (status >= 300) wrong.push(`${operation.name}: ${status} ${text.slice(0, 300)}`)
  }
  expect(wrong).toEqual([])
})
