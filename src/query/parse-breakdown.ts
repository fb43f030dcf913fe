import { z } from 'zod'
import { quoted, shown } from '#contract/nearest-name.ts'
import { WholeNumber, wholeNumberOf } from '#contract/paging.ts'
import { parseHogqlValue } from '#hogql/parse-hogql.ts'
import { attrOf, type FieldPaths, type Path } from '#shared/field-paths.ts'
import { isGiven, isJsonObject, type JsonObject } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid } from '#shared/request-error.ts'
import { SESSION_PROPERTIES, sessionPropertyOf } from '#values/session-properties.ts'
import type { Breakdown, BrokenDownBy, CohortBreakdown, EventValue } from './breakdown.ts'
import { LIMITS } from './limits.ts'
import { Anything, BooleanOrText, Text } from './node.ts'
import { requireOneOf } from './refuse.ts'
import { requireGroupTypeIndex } from './required.ts'

export const BREAKDOWN_TYPES = ['event', 'person', 'cohort', 'group', 'session', 'hogql'] as const
type BreakdownType = (typeof BREAKDOWN_TYPES)[number]

const GroupTypeIndex = WholeNumber.nullish()
const BinCount = wholeNumberOf({ least: 1, most: LIMITS.bins }).nullish()
const Limit = wholeNumberOf({ least: 1, most: LIMITS.breakdownValues }).nullish()

/**
 * The value of `breakdown`: the name of a property, or the id of a cohort. A value of `Names` can be a list
 * of either.
 */
const Name = z.union([Text, z.int()])
const Names = z.union([z.array(Name).min(1), Name])

const Section = z.looseObject({
  breakdown: Anything,
  breakdowns: Anything,
  breakdown_type: z.string().nullish(),
  breakdown_limit: Limit,
  breakdown_group_type_index: GroupTypeIndex,
  breakdown_normalize_url: BooleanOrText.nullish(),
  breakdown_histogram_bin_count: BinCount,
  breakdown_hide_other_aggregation: BooleanOrText.nullish(),
  breakdown_path_cleaning: BooleanOrText.nullish(),
})
type Section = z.output<typeof Section>

/**
 * One of several breakdowns. Older clients send the name of the property in `value` instead of `property`.
 */
export const OneOfSeveral = z.strictObject({
  property: Names.optional(),
  value: Names.optional(),
  type: z.string().nullish(),
  group_type_index: GroupTypeIndex,
  normalize_url: BooleanOrText.nullish(),
  histogram_bin_count: BinCount,
})
type OneOfSeveral = z.output<typeof OneOfSeveral>
const Several = z.array(OneOfSeveral).min(1).max(LIMITS.breakdowns)

/** Option for a kind in which a breakdown can be by cohorts and by properties at once. */
export const COHORTS_BESIDE = { hasCohortsBeside: true } as const

/**
 * Parses the breakdown of a node; null for a question without one. If several breakdowns are sent and one
 * of them is by cohorts, they are refused, unless the kind has the option {@link COHORTS_BESIDE}.
 * @throws RequestError
 */
export function parseBreakdown(
  node: JsonObject,
  at: FieldPaths,
  { hasCohortsBeside = false }: { readonly hasCohortsBeside?: boolean } = {},
): Breakdown | null {
  const { breakdownFilter } = node
  if (!isGiven(breakdownFilter)) return null
  const section = withGroupType(parseSection(breakdownFilter, at), node)
  const place = (field: string) => at('breakdownFilter', field)
  const single = fromText(section.breakdown)
  const several = fromText(section.breakdowns)
  if (isGiven(several) && several !== '') {
    requireNoOther(single, several, place('breakdown'))
    return ofSeveral(several, section, { path: place('breakdowns'), hasCohortsBeside })
  }
  if (isGiven(single) && single !== '') return ofSingle(single, section, place)
  const { breakdown_type: type } = section
  // The type `event` is the default, so it changes nothing. Clients' forms send it before a property is
  // chosen.
  if (!isGiven(type) || type === 'event') return null
  throw invalid(
    'required',
    `breakdown_type ${shown(type)} needs a breakdown: add "breakdown", or remove the type.`,
    attrOf(place('breakdown_type')),
  )
}

/** Adds the group type to a breakdown that does not give it: the type whose groups the question counts. */
const withGroupType = (section: Section, { aggregation_group_type_index: index }: JsonObject): Section => ({
  ...section,
  breakdown_group_type_index:
    section.breakdown_group_type_index ?? (typeof index === 'number' ? index : null),
})

type Place = (field: string) => Path

/**
 * Refuses two different breakdowns. If both `breakdown` and `breakdowns` are sent, they must name the same
 * property.
 * @throws RequestError
 */
function requireNoOther(single: unknown, several: unknown, path: Path): void {
  if (!isGiven(single) || single === '') return
  const [only, ...more] = Array.isArray(several) ? several : []
  const isSame =
    more.length === 0 &&
    isJsonObject(only) &&
    JSON.stringify(only.property ?? only.value) === JSON.stringify(single)
  if (isSame) return
  throw invalid(
    'invalid_input',
    'The breakdown is given twice: send either "breakdown" or "breakdowns".',
    attrOf(path),
  )
}

/** Parses `breakdownFilter`. An error names the field as the sender wrote it. */
function parseSection(value: unknown, at: FieldPaths): Section {
  if (!isJsonObject(value)) return parseValue(Section, value, at('breakdownFilter'))
  for (const [field, schema] of Object.entries(Section.shape))
    parseValue(schema, value[field], at('breakdownFilter', field))
  return Section.parse(value)
}

/**
 * Returns the list if a value is the JSON text of a list, as in flat parameters. Other values are returned
 * unchanged; other text is the name of a property.
 */
export function fromText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith('[')) return value
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list : value
  } catch {
    return value
  }
}

function ofSingle(value: unknown, section: Section, place: Place): Breakdown {
  const path = place('breakdown')
  const names = parseValue(Names, value, path)
  const type = typeOf(section.breakdown_type, place('breakdown_type'))
  if (type === 'cohort') return ofCohorts([names].flat(), path)
  const all = [names].flat()
  if (all.length > LIMITS.breakdowns) throw tooMany(all.length, path)
  return {
    kind: 'properties',
    by: all.map((name) =>
      by(type, String(name), {
        groupTypeIndex: section.breakdown_group_type_index,
        normalizesUrl: section.breakdown_normalize_url === true,
        cleansPaths: section.breakdown_path_cleaning === true,
        bins: section.breakdown_histogram_bin_count ?? null,
        path,
        groupPath: place('breakdown_group_type_index'),
      }),
    ),
    isList: Array.isArray(names),
    ...rowsOf(section),
  }
}

interface SeveralAt {
  readonly path: Path
  readonly hasCohortsBeside: boolean
}

function ofSeveral(value: unknown, section: Section, { path, hasCohortsBeside }: SeveralAt): Breakdown {
  const several = parseValue(Several, value, path).map((one, place) => {
    const name = one.property ?? one.value
    const type = typeOf(one.type, [...path, place, 'type'])
    if (name === undefined || name === '')
      throw invalid('required', 'This field is required.', attrOf([...path, place, 'property']))
    return { one, name, type, place, path: [...path, place] }
  })
  const [cohorts, second] = several.filter(({ type }) => type === 'cohort')
  if (cohorts !== undefined && !hasCohortsBeside) throw noCohortAmongSeveral([...cohorts.path, 'type'])
  if (second !== undefined) throw cohortsTwice([...second.path, 'type'])
  const ofCohort = cohorts && besideOf(cohorts.one, [cohorts.name].flat(), cohorts.path)
  if (ofCohort !== undefined && several.length === 1) return ofCohort
  return {
    kind: 'properties',
    by: several.flatMap(({ one, name, type, path }) =>
      type === 'cohort' ? [] : [oneOf(one, name, type, path, section)],
    ),
    ...(cohorts !== undefined &&
      ofCohort !== undefined && { beside: { place: cohorts.place, cohorts: ofCohort.cohorts } }),
    isList: true,
    ...rowsOf(section),
  }
}

function oneOf(
  one: OneOfSeveral,
  name: z.output<typeof Names>,
  type: Exclude<BreakdownType, 'cohort'>,
  path: Path,
  section: Section,
): BrokenDownBy {
  if (Array.isArray(name))
    throw invalid('invalid_input', 'Expected the name of one property.', attrOf([...path, 'property']))
  return by(type, String(name), {
    groupTypeIndex: one.group_type_index ?? section.breakdown_group_type_index,
    normalizesUrl: one.normalize_url === true,
    cleansPaths: section.breakdown_path_cleaning === true,
    bins: one.histogram_bin_count ?? null,
    path: [...path, 'property'],
    groupPath: [...path, 'group_type_index'],
  })
}

function besideOf(
  { histogram_bin_count: bins }: OneOfSeveral,
  names: readonly (string | number)[],
  path: Path,
): CohortBreakdown {
  if (isGiven(bins))
    throw invalid(
      'invalid_input',
      'Cohorts are not put into bins: leave this out.',
      attrOf([...path, 'histogram_bin_count']),
    )
  return ofCohorts(names, [...path, 'property'])
}

const rowsOf = (section: Section) => ({
  limit: section.breakdown_limit ?? null,
  hidesOther: section.breakdown_hide_other_aggregation === true,
})

const typeOf = (type: string | null | undefined, path: Path): BreakdownType =>
  requireOneOf(type || 'event', BREAKDOWN_TYPES, { noun: 'type of a breakdown', path, all: OTHER_TYPES })

const OTHER_TYPES = [
  'event_metadata',
  'data_warehouse',
  'data_warehouse_person_property',
  'revenue_analytics',
]

interface Details {
  readonly groupTypeIndex: number | null | undefined
  readonly normalizesUrl: boolean
  readonly cleansPaths: boolean
  readonly bins: number | null
  readonly path: Path
  readonly groupPath: Path
}

function by(type: Exclude<BreakdownType, 'cohort'>, name: string, details: Details): BrokenDownBy {
  const { normalizesUrl, cleansPaths, bins } = details
  const cleaned = cleansPaths && bins === null ? { cleansPaths: true as const } : {}
  return { value: eventValue(type, name, details), normalizesUrl, ...cleaned, bins }
}

function eventValue(
  type: Exclude<BreakdownType, 'cohort'>,
  name: string,
  { groupTypeIndex, path, groupPath }: Details,
): EventValue {
  if (type === 'hogql') return { on: 'hogql', expression: parseHogqlValue(name, path) }
  if (type === 'group')
    return { on: { group: requireGroupTypeIndex(groupTypeIndex ?? ONLY_TYPE, groupPath) }, key: name }
  if (type !== 'session') return { on: type, key: name }
  const property = sessionPropertyOf(name)
  if (property !== null) return { on: 'session', key: property }
  throw invalid(
    'invalid_choice',
    `Sessions have no property ${quoted(name)}: use ${SESSION_PROPERTIES.join(', ')}.`,
    attrOf(path),
  )
}

/**
 * Index of the group type, for a breakdown by groups that names no type. It is right in a project that has
 * only one type. If the project has several, `value-mentions.ts` adds a warning to the answer.
 */
export const ONLY_TYPE = 0

function ofCohorts(names: readonly (string | number)[], path: Path): CohortBreakdown {
  const cohorts = names.map((name) => {
    if (name === 'all') return name
    // In older saved insights the number 0 stands for all users.
    if (name === 0 || name === '0') return 'all'
    if (/^[1-9]\d{0,8}$/.test(String(name))) return Number(name)
    throw invalid(
      'invalid_input',
      `A breakdown by cohorts takes their ids and "all", such as [1, "all"], not ${shown(name)}.`,
      attrOf(path),
    )
  })
  if (cohorts.length > LIMITS.breakdownCohorts) throw tooMany(cohorts.length, path, LIMITS.breakdownCohorts)
  return { kind: 'cohorts', cohorts: [...new Set(cohorts)] }
}

const tooMany = (given: number, path: Path, most: number = LIMITS.breakdowns) =>
  invalid(
    'max_length',
    `A breakdown has at most ${most} of these, and ${given} were sent: ask for the others in another question.`,
    attrOf(path),
  )

const cohortsTwice = (path: Path) =>
  invalid(
    'not_supported',
    'Only one of the breakdowns can be by cohorts: send all cohorts as its property, such as [1, 2, "all"].',
    attrOf(path),
  )

const noCohortAmongSeveral = (path: Path) =>
  invalid(
    'not_supported',
    'A breakdown by cohorts cannot be combined with others here: send "breakdown": [1, 2, "all"] with "breakdown_type": "cohort".',
    attrOf(path),
  )
