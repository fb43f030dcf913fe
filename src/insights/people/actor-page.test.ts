import { expect, test } from 'vitest'
import { sql } from '#fragments/fragment.ts'
import type { ActorType } from '#insights/kind/actor-type.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { type ActorPosition, type ActorSearch, actorPage, NO_SEARCH } from './actor-page.ts'

const PERSON: ActorType = { of: 'person' }
const FOUND: ActorSearch = { text: 'a "b"', persons: [3] }

const ACTORS = {
  person: sql`person`,
  group: sql`group_2`,
  session: sql`ifNull(properties.\`$session_id\`, '')`,
}

test.each<[string, ActorType, ActorSearch, ActorPosition]>([
  ['first-page', PERSON, NO_SEARCH, { after: null, limit: 101 }],
  ['later-page', PERSON, NO_SEARCH, { after: 17, limit: 11 }],
  ['searched-persons', PERSON, FOUND, { after: null, limit: 101 }],
  ['searched-groups', { of: 'group', typeIndex: 2 }, FOUND, { after: "it's", limit: 101 }],
  ['searched-sessions', { of: 'session' }, FOUND, { after: null, limit: 101 }],
])('%s', async (name, actorType, search, position) => {
  const people = sql`SELECT DISTINCT ${ACTORS[actorType.of]} AS actor FROM events WHERE project_id = 7`
  const query = actorPage(people, { projectId: 7, actorType, hasAppearances: false }, search, position)
  await expect(goldenOf(query.sql)).toMatchFileSnapshot(`./__golden__/${name}.sql`)
})
