import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { filterParts } from '#query/filter-parts.ts'
import { inLeaf, type Mention, type MentionedProperty } from '#query/mentions.ts'
import { unreadableRegexes } from '#query/unreadable-regexes.ts'
import type { ClientQuestion } from './question.ts'

/**
 * Returns the warnings of the answer to a question: first the warnings of its parsing, then the warnings
 * about names that the project does not have. The warnings are also found if the answer is cached, and need
 * no query of the event store.
 */
export type FindWarnings = (question: WarnedQuestion) => Promise<readonly Warning[]>
type WarnedQuestion = Pick<ClientQuestion, 'project' | 'query' | 'warnings' | 'mentions'>

/**
 * Finds definitions by id. The result has all definitions of the project whose ids are in `ids`, and may
 * have others as well.
 */
interface FindById {
  definitionsOf(projectId: number, ids: readonly number[]): Promise<ReadonlyMap<number, unknown>>
}

export interface FindWarningsDeps {
  readonly definitions: {
    unknownEvents(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>
    unknownProperties(
      projectId: number,
      properties: readonly MentionedProperty[],
    ): Promise<readonly MentionedProperty[]>
  }
  readonly actions: FindById
  readonly cohorts: FindById
  readonly persons: {
    numbersOf(projectId: number, uuids: readonly string[]): Promise<ReadonlyMap<string, number>>
  }
  readonly groups: { typesOf(projectId: number): Promise<readonly { readonly index: number }[]> }
}

export const createFindWarnings =
  (deps: FindWarningsDeps): FindWarnings =>
  async ({ project, query, warnings, mentions }) => {
    const leaves = query.filterTestAccounts ? testAccountLeaves(project.testAccountFilters) : []
    const named = [...mentions, ...leaves.flatMap(inLeaf)]
    return [...warnings, ...unreadableRegexes(leaves), ...(await unknownNames(deps, project.id, named))]
  }

const testAccountLeaves = (filters: readonly unknown[]) =>
  filterParts(filters, ['test_account_filters']).filter(({ kind }) => kind === 'leaf')

/** Returns the warnings about names that a project does not have, in the order of the question. */
async function unknownNames(
  { definitions, groups, actions, cohorts, persons }: FindWarningsDeps,
  projectId: number,
  mentions: readonly Mention[],
): Promise<Warning[]> {
  if (mentions.length === 0) return []
  const names = mentions.flatMap((one) => (one.of === 'event' ? [one.name] : []))
  const events = await definitions.unknownEvents(projectId, names)
  const asked = mentions.flatMap((one) => (one.of === 'property' ? [one.property] : []))
  const properties = new Set(await definitions.unknownProperties(projectId, asked))
  const hasTypes = mentions.some(({ of }) => of === 'group type' || of === 'only group type')
  const types = hasTypes ? (await groups.typesOf(projectId)).map(({ index }) => index) : []
  const knownActions = await knownOf('action', actions, projectId, mentions)
  const knownCohorts = await knownOf('cohort', cohorts, projectId, mentions)
  const uuids = mentions.flatMap((one) => (one.of === 'person' ? [one.id] : []))
  const knownPersons = uuids.length === 0 ? new Map() : await persons.numbersOf(projectId, uuids)
  const isMissing = (one: Mention): boolean => {
    switch (one.of) {
      case 'event':
        return events.has(one.name)
      case 'property':
        return properties.has(one.property)
      case 'group type':
        return !types.includes(one.index)
      case 'only group type':
        return types.length > 1
      case 'action':
        return !knownActions.has(one.id)
      case 'cohort':
        return !knownCohorts.has(one.id)
      case 'person':
        return !knownPersons.has(one.id)
    }
  }
  const missing = mentions.filter(isMissing)
  return missing.map(toWarning)
}

async function knownOf(
  of: 'action' | 'cohort',
  { definitionsOf }: FindById,
  projectId: number,
  mentions: readonly Mention[],
): Promise<ReadonlyMap<number, unknown>> {
  const ids = mentions.flatMap((one) => (one.of === of ? [one.id] : []))
  return ids.length === 0 ? new Map() : definitionsOf(projectId, [...new Set(ids)])
}

function toWarning(mention: Mention): Warning {
  const { attr } = mention
  if (mention.of === 'action' || mention.of === 'cohort')
    return {
      code: `unknown_${mention.of}`,
      detail: `The project has no ${mention.of} ${mention.id}: ${NOTHING[mention.of]}. ${mention.of}s/ lists its ${mention.of}s.`,
      attr,
    }
  if (mention.of === 'event')
    return {
      code: 'unknown_event',
      detail: `The project has no event ${quoted(mention.name)}. event_definitions lists its events.`,
      attr,
    }
  if (mention.of === 'only group type')
    return {
      code: 'group_type_assumed',
      detail:
        'The project has several group types, and this breakdown names none, so it uses the groups of type 0. groups_types lists the group types.',
      attr,
    }
  if (mention.of === 'person')
    return {
      code: 'unknown_person',
      detail: `The project has no person with the id ${quoted(mention.id)}, so no event matches. persons/ lists its persons.`,
      attr,
    }
  if (mention.of === 'group type')
    return {
      code: 'unknown_group_type',
      detail: `The project has no group type ${mention.index}. groups_types lists its group types.`,
      attr,
    }
  const { type, name, groupTypeIndex } = mention.property
  const owner = { event: 'event', person: 'person', group: `group of type ${groupTypeIndex}` }[type]
  return {
    code: 'unknown_property',
    detail: `No ${owner} of the project has had the property ${quoted(name)}. property_definitions lists the properties.`,
    attr,
  }
}

const NOTHING = { action: 'it matches no event', cohort: 'it has no members' }
