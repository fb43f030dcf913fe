import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const COHORTS = '/api/projects/1/cohorts/'

const create = async (body: object) => (await server.request('POST', COHORTS, body)).body
const onPlan = (value: string) => ({
  filters: { properties: { type: 'AND', values: [{ type: 'person', key: 'plan', value }] } },
})

test('each change of a cohort is logged with its fields', async () => {
  const { id } = await create({ name: 'Before', ...onPlan('pro') })
  const change = (body: object) => server.request('PATCH', `${COHORTS}${id}/`, body)
  await change({ name: 'After', description: 'Changed' })
  await change({ name: 'After' })
  await change(onPlan('free'))
  await change({ deleted: true })
  await change({ deleted: false })
  const rows = await server.app.metadata
    .selectFrom('activity')
    .selectAll()
    .where('scope', '=', 'Cohort')
    .where('item_id', '=', String(id))
    .orderBy('id')
    .execute()
  const logged = rows.map(({ activity, detail }) => {
    const { name, changes } = JSON.parse(detail)
    return [activity, name, (changes ?? []).map((one: { field: string }) => one.field)]
  })
  expect(logged).toEqual([
    ['created', 'Before', []],
    ['updated', 'After', ['name', 'description']],
    ['updated', 'After', ['filters']],
    ['deleted', 'After', ['deleted']],
    ['restored', 'After', ['deleted']],
  ])
})

test('a cohort that the filters of an action name is not deleted', async () => {
  const { id } = await create({ name: 'Named', ...onPlan('pro') })
  const steps = [{ event: 'paid', properties: [{ type: 'cohort', key: 'id', value: id }] }]
  const { body: action } = await server.request('POST', '/api/projects/1/actions/', { name: 'Paid', steps })
  const at = `${COHORTS}${id}/`
  const { status, body } = await server.request('PATCH', at, { deleted: true })
  expect([status, body.attr, body.detail]).toEqual([
    400,
    'deleted',
    `cohort "Named" (${id}) is in a filter of action "Paid" (${action.id}): change or delete that action first.`,
  ])
  await server.request('PATCH', `/api/projects/1/actions/${action.id}/`, { deleted: true })
  expect((await server.request('PATCH', at, { deleted: true })).status).toBe(200)
})

test('a cohort that the test account filters name is deleted once they name it no longer', async () => {
  const { id } = await server.newProject()
  const path = `/api/projects/${id}/cohorts/`
  const { body: staff } = await server.request('POST', path, { name: 'Staff', is_static: true })
  const filter = { type: 'cohort', key: 'id', value: staff.id, negation: true }
  const filters = (test_account_filters: object[]) =>
    server.request('PATCH', `/api/projects/${id}/`, { test_account_filters })
  expect((await filters([filter])).status).toBe(200)
  const remove = () => server.request('PATCH', `${path}${staff.id}/`, { deleted: true })
  expect(await remove()).toMatchObject({
    status: 400,
    body: {
      attr: 'deleted',
      detail: `cohort "Staff" (${staff.id}) is in the test_account_filters of the project: change them first.`,
    },
  })
  expect((await server.request('GET', `${path}${staff.id}/`)).status).toBe(200)
  await filters([])
  expect((await remove()).status).toBe(200)
  // A second deletion has the same answer as the first.
  expect(await remove()).toMatchObject({ status: 200, body: { deleted: true } })
})
