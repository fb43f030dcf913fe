import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { filterParts } from '#query/filter-parts.ts'
import { inLeaf, type Mention, type MentionedProperty } from '#query/mentions.ts'
import { unreadableRegexes } from '#query/unreadable-regexes.ts'
import type { ClientQuestion } from './question.ts'

/**
 * The warnings of the answer to a question: those of its parsing, then names that the project does not have. They are found
 * for cached answers as well, without a query of the event engine.
 */
export type FindWarnings = (question: WarnedQuestion) => Promise<readonly Warning[]>
type WarnedQuestion = Pick<ClientQuestion, 'project' | 'query' | 'warnings' | 'mentions'>

export interface FindWarningsDeps {
  readonly definitions: {
    unknownEvents(projectId: number, names: readonly string[]): Promise<ReadonlySet<string>>
    unknownProperties(
      projectId: number,
      properties: readonly MentionedProperty[],
    ): Promise<readonly MentionedProperty[]>
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

/** The warnings about names that a project does not have, in the order of the question. */
async function unknownNames(
  { definitions, groups }: FindWarningsDeps,
  projectId: number,
  mentions: readonly Mention[],
): Promise<Warning[]> {
  if (mentions.length === 0) return []
  const names = mentions.flatMap((one) => (one.of === 'event' ? [one.name] : []))
  const events = await definitions.unknownEvents(projectId, names)
  const asked = mentions.flatMap((one) => (one.of === 'property' ? [one.property] : []))
  const properties = new Set(await definitions.unknownProperties(projectId, asked))
  const hasTypes = mentions.some(({ of }) => of === 'group type')
  const types = hasTypes ? (await groups.typesOf(projectId)).map(({ index }) => index) : []
  const missing = mentions.filter((one) => {
    if (one.of === 'event') return events.has(one.name)
    return one.of === 'property' ? properties.has(one.property) : !types.includes(one.index)
  })
  return missing.map(toWarning)
}

function toWarning(mention: Mention): Warning {
  const { attr } = mention
  if (mention.of === 'event')
    return {
      code: 'unknown_event',
      detail: `The project has no event ${quoted(mention.name)}. event_definitions lists its events.`,
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
