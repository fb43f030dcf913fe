import type { z } from 'zod'
import type { CORRELATION_NODE, INSIGHT_NODES, InsightName, TableNode } from '#contract/insight-kinds.ts'
import type { Warning } from '#contract/warning.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import type { TimeAsked } from '#query/date-range.ts'
import type { PropertySubject } from '#query/filter.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Interval } from '#query/interval.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import type { Mention } from '#query/mentions.ts'
import type { Places } from '#query/places.ts'
import type { SeriesMath } from '#query/series-math.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { Fragment } from '#sql/fragment.ts'
import type { EngineQuery } from './engine-query.ts'
import type { ActorType } from './people/actor-type.ts'
import type { PeopleLinks } from './people/people-links.ts'
import type { Picture } from './picture.ts'
import type { Resolved } from './resolve.ts'

export interface KindNames {
  /** The name inside this program. */
  readonly kind: string
  /** The name in `insight` of saved filters and in lists; null for a kind that is saved only as a query node. */
  readonly filter: InsightName | null
  /** The `insight` of filters that a call of a kind without such a name takes, and answers. */
  readonly askedAs?: InsightName
  /** The `kind` of its query node. */
  readonly node: (typeof INSIGHT_NODES)[InsightName] | typeof CORRELATION_NODE | TableNode
  /** The `shown_as` of old saved filters of a trend that are computed as this kind. */
  readonly shownAs?: string
}

/** Empty where a kind has no such field. */
export interface Choices {
  readonly maths: readonly SeriesMath[]
  readonly displays: readonly string[]
  readonly intervals: readonly Interval[]
  readonly breakdownTypes: readonly string[]
  readonly leastSeries: number
  readonly mostSeries: number
}

/** A result in the interface: a list of items, or the only item, where clients know it as an object and not a list. */
export type WireResult<Item> = readonly Item[] | Item

/** The two calls of the contract that compute a kind. */
export type ComputeCalls<Item> = CallNames & CallAnswer<Item>

interface CallNames {
  /** `insights/<path>/`. */
  readonly path: string
  /** The kind in a sentence: `a trend`. */
  readonly noun: string
  /** Before `Request` and `Result` in the document of the interface. */
  readonly schemaName: string
  /** The numbers of the calls in the contract. */
  readonly get: number
  readonly post: number
}

/** `next` is the address of the next page. The body of POST beside `is_cached`, `last_refresh` and `timezone`, as the contract has it; null where it is an Insight, as that of GET is. */
type CallAnswer<Item> =
  | { readonly answer: z.ZodRawShape; toAnswer(items: readonly Item[], next: string | null): JsonObject }
  | { readonly answer: null }

/** The data that an answer depends on, beside the events of its series and the subjects of its filters. */
export interface KindReads {
  /** Whether events of every name count. */
  readonly isAnyEvent: boolean
  /** Whether events of any name can be counted, and not only those of the series. Absent if they cannot. */
  readonly countsAnyName?: boolean
  /** Whether persons are told apart. */
  readonly people: boolean
  /** The owner of properties that are read beside those of filters and breakdowns; absent where there is none. */
  readonly propertiesOf?: Extract<PropertySubject, 'person' | { readonly group: number }>
  /** Set where any change of the project's data counts. */
  readonly isAnything?: true
}

/** The numbers of a kind whose people can be listed. */
export interface Cells<Plan, Selectors, Cell> {
  /** `persons/<path>/`. */
  readonly path: string
  /** The parameters that select a number of an answer. */
  readonly selectors: z.ZodType<Selectors> & z.ZodObject
  /** A question in flat parameters, and the parameters of one of its numbers, about the events of the demo. */
  readonly example: { readonly question: JsonObject; readonly selectors: JsonObject }
  /** @throws RequestError that names the parameter, for a number that the answer does not have. */
  select(plan: Plan, selectors: Selectors): Cell
  /** The type of the actors that the number counts, or whose events it counts. */
  actorOf(plan: Plan, cell: Cell): ActorType
  /** Whether the rows of `people` have `appearances`: 0 or 1 for each of the numbers of one item. */
  readonly hasAppearances: boolean
  /** The statement for the actors behind one number, one row each with `actor`, from the same base fragment as the number. */
  people(plan: Plan, cell: Cell): EngineQuery<Fragment>
}

/** Cells without the statement for their people. */
export type SelectedCells<Plan, Selectors, Cell> = Omit<Cells<Plan, Selectors, Cell>, 'people'>

/** What is known of a result of rows beside them. */
export interface ResultColumns {
  readonly columns: readonly string[]
  /** The name and the type of each column, as the event store calls it. */
  readonly types: readonly (readonly [name: string, type: string])[]
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
}

/** The members of a kind whose items are rows. */
export interface RowsOfKind<Node extends JsonObject, Query extends InsightQuery, Answer> {
  columns(answer: Answer): ResultColumns
  /** As `parse`, for a file of all rows: only with the limit that the question has itself. */
  parseWhole(node: Node, at: Places): Query
  /**
   * A parsed question in which the properties among `numbers` are numbers. @throws RequestError for one that
   * has no such meaning.
   */
  withNumbers(query: Query, node: Node, at: Places, numbers: NumericProperties): Query
}

/** A table for CSV: the names of the columns, and rows with a value for each column. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * Everything about one kind of insight. All members are pure functions except the engine queries that `queries` returns. No
 * member has a default: a kind without one of them does not compile. They are called in this order: parse, time and reads,
 * plan, queries, shape, items, toResult.
 */
export interface InsightKind<
  Node extends JsonObject = JsonObject,
  Flat extends JsonObject = JsonObject,
  Query extends InsightQuery = InsightQuery,
  Plan = unknown,
  Results extends object = object,
  Answer = unknown,
  Item = unknown,
  Cell = unknown,
  Selectors extends JsonObject = JsonObject,
> {
  readonly names: KindNames
  /** What a question that takes too much time or memory can have less of, beside its dates: words for the end of a sentence. */
  readonly lighter: string
  readonly wire: {
    /** The kind's query node, without wrappers. */
    readonly node: z.ZodType<Node> & z.ZodObject
    /** Its flat parameters, which are those of saved filters; empty for a kind that is asked only as a query node. */
    readonly flat: z.ZodType<Flat> & z.ZodObject
    /** One item of `results`. Strict, so that an item is never taken for one of a kind with fewer fields. */
    readonly item: z.ZodType<Item>
    /** The fields of `besideResult`; absent for kinds that have none. */
    readonly beside?: z.ZodRawShape
  }
  /** Null where the contract has no calls that compute this kind alone. */
  readonly calls: ComputeCalls<Item> | null
  /** The names that `parse` takes in its fields, for programs that build a question. */
  readonly choices: Choices
  /** @throws RequestError that names the sender's field by `at`. */
  parse(node: Node, at: Places): Query
  /** The warnings of the answer beside those of its filters, its names and its unknown keys. */
  warnings(query: Query, node: JsonObject, at: Places): Warning[]
  /** The warnings of an answer without an item; absent where an empty one needs no word. */
  warningsOfAnswer?(query: Query, node: Node, at: Places, answer: Answer): Warning[]
  /** The node with all events that it names in `series`, and the places of its fields; for a node that `parse` accepts. */
  inSeries(node: Node, at: Places): FromFlat<JsonObject>
  /** The names of a project in fields of its own, beside those of `inSeries`; absent where there are none. */
  mentions?(node: Node, at: Places): Mention[]
  /** @throws RequestError that names the flat parameter, and for a kind that has none. */
  fromFlat(flat: Flat): FromFlat<Node>
  /** The saved filters of a node, or null where it has a field that changes numbers and flat parameters lack. */
  toFlat(node: JsonObject): JsonObject | null
  time(query: Query): TimeAsked
  /** The places of the dates of a node that has them elsewhere than in `dateRange`; absent for all others. */
  datesAt?(at: Places): Places
  reads(query: Query): KindReads
  /** @throws RequestError for a question that this kind cannot answer. */
  plan(resolved: Resolved<Query>): Plan
  /** One query or several, which run in this order. Their names are written to the log. */
  queries(plan: Plan): { readonly [Name in keyof Results]: EngineQuery<Exclude<Results[Name], undefined>> }
  /** The answer, which is cached as JSON. */
  shape(plan: Plan, results: Results): Answer
  /**
   * The flat parameters that ask for the rows behind those of an answer, beside those of the question; null where there are none. Absent for
   * kinds whose answers have all rows.
   */
  nextPage?(query: Query, answer: Answer): Readonly<Record<string, string>> | null
  /**
   * The answer as items of the interface, of which a large one is made at a time. Without `links` no item has
   * an address of people. `node` is the question as it was sent.
   */
  items(query: Query, answer: Answer, links: PeopleLinks | null, node: JsonObject): Iterable<Item>
  /** The `result` and `results` of the interface that these items are. */
  toResult(items: readonly Item[]): WireResult<Item>
  /** Fields that clients look for next to the `results` of `query/`; absent for kinds without any. */
  besideResult?(items: readonly Item[]): JsonObject
  /** Of a result whose items are rows; null for a kind with items of another form. */
  readonly rows: RowsOfKind<Node, Query, Answer> | null
  /** The friendly table of `format=csv`: docs/csv.md. `columns` are those of a result of rows. */
  table(items: readonly Item[], columns?: readonly string[]): Table
  /** The chart and table of a shared page. */
  picture(items: readonly Item[], columns?: readonly string[]): Picture
  /** Null for a kind whose numbers count no actors. */
  readonly cells: Cells<Plan, Selectors, Cell> | null
}

/** A kind with lists of the actors behind its numbers. */
export type PeopledKind<
  Node extends JsonObject = JsonObject,
  Flat extends JsonObject = JsonObject,
  Query extends InsightQuery = InsightQuery,
  Plan = unknown,
  Results extends object = object,
  Answer = unknown,
  Item = unknown,
  Cell = unknown,
  Selectors extends JsonObject = JsonObject,
> = InsightKind<Node, Flat, Query, Plan, Results, Answer, Item, Cell, Selectors> & {
  readonly cells: Cells<Plan, Selectors, Cell>
}
export const isPeopled = (kind: InsightKind): kind is PeopledKind => kind.cells !== null

/** `inSeries` of the kinds whose nodes have series. */
export const asItIs = (node: JsonObject, at: Places): FromFlat<JsonObject> => ({ node, at })

/** Checks the types of a kind's members against each other. */
export const defineInsightKind = <
  Node extends JsonObject,
  Flat extends JsonObject,
  Query extends InsightQuery,
  Plan,
  Results extends object,
  Answer,
  Item,
  Cell,
  Selectors extends JsonObject,
>(
  kind: PeopledKind<Node, Flat, Query, Plan, Results, Answer, Item, Cell, Selectors>,
): PeopledKind<Node, Flat, Query, Plan, Results, Answer, Item, Cell, Selectors> => kind

/** The same for a kind whose results are rows and columns. */
export const defineTableKind = <
  Node extends JsonObject,
  Query extends InsightQuery,
  Plan,
  Results extends object,
  Answer,
  Item,
>(
  kind: InsightKind<Node, JsonObject, Query, Plan, Results, Answer, Item, never, never> & {
    readonly cells: null
  },
): InsightKind<Node, JsonObject, Query, Plan, Results, Answer, Item, never, never> => kind
