import { api, capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import type { ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { CrashClient } from './crash-client.ts'

/** Sends new members of a static cohort. */
type Add = (server: ServerProcess, cohort: number, distinctIds: readonly string[]) => Promise<unknown>

const MEMBERS_AT_ONCE = 3
const PAGE_ROWS = 1_000

export const addOneByOne: Add = (server, cohort, distinct_ids) =>
  api(server, 'PATCH', `/cohorts/${cohort}/add_persons_to_static_cohort/`, { body: { distinct_ids } })

export const upload: Add = (server, cohort, distinctIds) => {
  const form = new FormData()
  form.set('csv', new Blob([`distinct_id\n${distinctIds.join('\n')}\n`]), 'members.csv')
  return api(server, 'PATCH', `/cohorts/${cohort}/`, { form })
}

/**
 * Makes a client that adds persons to a static cohort. Afterwards it looks for these persons in the list of
 * members, and in a question with the cohort.
 */
export function createCohortClient(name: string, add: Add): CrashClient {
  const members: string[] = []
  let cohort: number | undefined
  let sent = 0

  async function write(server: ServerProcess): Promise<void> {
    cohort ??= await create(server)
    const ids = Array.from({ length: MEMBERS_AT_ONCE }, () => `${name} ${++sent}`)
    const status = await capture(
      server,
      ids.map((distinct_id) => ({ event: name, distinct_id })),
    )
    if (status !== 200) throw new UnexpectedStatus('capture', status, '')
    await add(server, cohort, ids)
    members.push(...ids)
  }
  async function create(server: ServerProcess): Promise<number> {
    const body = { name, is_static: true }
    return (await api<{ id: number }>(server, 'POST', '/cohorts/', { body, status: 201 })).id
  }
  async function listedIn(server: ServerProcess): Promise<ReadonlySet<string>> {
    const listed = new Set<string>()
    for (let offset = 0; ; offset += PAGE_ROWS) {
      const path = `/cohorts/${cohort}/persons/?limit=${PAGE_ROWS}&offset=${offset}`
      const { results } = await api<{ results: readonly { distinct_ids: readonly string[] }[] }>(
        server,
        'GET',
        path,
      )
      for (const { distinct_ids } of results) for (const id of distinct_ids) listed.add(id)
      if (results.length < PAGE_ROWS) return listed
    }
  }
  async function countedIn(server: ServerProcess): Promise<number> {
    const body = {
      events: [{ id: name, math: 'dau' }],
      date_from: '-1d',
      display: 'BoldNumber',
      properties: [{ type: 'cohort', key: 'id', value: cohort }],
      refresh: true,
    }
    const { result } = await api<{ result: readonly { aggregated_value: number }[] }>(
      server,
      'POST',
      '/insights/trend/',
      { body },
    )
    return result[0]?.aggregated_value ?? 0
  }
  return {
    name,
    get acknowledged() {
      return members.length
    },
    faults: [],
    run: (server, writing) => untilBroken(() => write(server), writing),
    async lostIn(server) {
      if (cohort === undefined) return []
      const listed = await listedIn(server)
      const counted = await countedIn(server)
      return [
        ...members.filter((id) => !listed.has(id)).map((id) => `${id} is no member`),
        ...(counted === listed.size ? [] : [`a question counts ${counted} of ${listed.size} members`]),
      ]
    },
  }
}
