import { expect, test } from 'vitest'
import { type Insight, insightChanges } from './insight.ts'

const AT = '2026-11-20T12:00:00.000Z'
const INSIGHT: Insight = {
  id: 1,
  projectId: 1,
  shortId: 'abcdefgh',
  name: 'Old',
  derivedName: null,
  description: '',
  filters: { events: [{ id: 'a' }] },
  areFiltersGiven: true,
  query: null,
  order: null,
  deleted: false,
  saved: false,
  favorited: false,
  isSample: true,
  tags: ['a'],
  tiles: [{ id: 1, dashboardId: 3, dashboardName: 'Board', deleted: false }],
  createdAt: AT,
  createdBy: 1,
  updatedAt: AT,
  lastModifiedAt: AT,
  lastModifiedBy: 1,
  resultKey: null,
}
const change = (action: string, field: string, before: unknown, after: unknown) => ({
  type: 'Insight',
  action,
  field,
  before,
  after,
})

test.each<[Partial<Insight>, object[]]>([
  [{}, []],
  [{ name: 'New' }, [change('changed', 'name', 'Old', 'New')]],
  [{ name: null }, [change('deleted', 'name', 'Old', null)]],
  [{ derivedName: 'x' }, [change('created', 'derived_name', null, 'x')]],
  [{ filters: { events: [{ id: 'a' }] } }, []],
  [{ filters: {} }, [change('changed', 'filters', INSIGHT.filters, {})]],
  [{ query: { kind: 'q' } }, [change('created', 'query', null, { kind: 'q' })]],
  [{ tags: ['a', 'b'] }, [change('changed', 'tags', ['a'], ['a', 'b'])]],
  [{ tiles: [] }, [change('changed', 'dashboards', [{ id: 3, name: 'Board' }], [])]],
  [
    { deleted: true, favorited: true },
    [change('changed', 'deleted', false, true), change('changed', 'favorited', false, true)],
  ],
  [{ order: 3, saved: true, isSample: false, updatedAt: 'later', resultKey: 'key' }, []],
])('%o is logged as %o', (fields, changes) => {
  expect(insightChanges(INSIGHT, { ...INSIGHT, ...fields })).toEqual(changes)
})
