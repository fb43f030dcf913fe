import type { z } from 'zod'
import type { CORRELATION_NODE, INSIGHT_NODES, InsightName, TableNode } from '#contract/insight-kinds.ts'
import type { Warning } from '#contract/warning.ts'
import type { NumericProperties } from '#hogql/numeric-properties.ts'
import type { TimeAsked } from '#query/date-range.ts'
import type { InsightQuery } from '#query/insight-query.ts'
import type { Interval } from '#query/interval.ts'
import type { FromFlat } from '#query/legacy/fields-legacy.ts'
import type { Mention } from '#query/mentions.ts'
import type { SeriesMath } from '#query/series-math.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { JsonObject } from '#shared/json-value.ts'
import type { PropertySubject } from '#values/property-subject.ts'
import type { Cells } from './cells.ts'
import type { EngineQuery } from './engine-query.ts'
import type { PeopleLinks } from './people-links.ts'
import type { Picture } from './picture.ts'
import type { Resolved } from './resolve.ts'

export interface KindNames {
  /** The name of the kind inside this program. */
  readonly kind: string
  /**
   * The name of the kind in `insight` of saved filters and in lists; null for a kind that is saved only as
   * a query node.
   */
  readonly filter: InsightName | null
  /**
   * The value of `insight` for a kind whose `filter` is null. The call of the kind accepts this value in its
   * filters, and writes it into its answer.
   */
  readonly askedAs?: InsightName
  /** The `kind` of its query node. */
  readonly node: (typeof INSIGHT_NODES)[InsightName] | typeof CORRELATION_NODE | TableNode
  /** The `shown_as` with which old saved filters of a trend are computed as this kind. */
  readonly shownAs?: string
}

/**
 * The names and numbers that a question of a kind may have. A list is empty if the kind has no such field.
 */
export interface Choices {
  readonly maths: readonly SeriesMath[]
  readonly displays: readonly string[]
  readonly intervals: readonly Interval[]
  readonly breakdownTypes: readonly string[]
  readonly leastSeries: number
  readonly mostSeries: number
}

/**
 * The result of a question in the interface: a list of items. If clients know the result as an object, it
 * is the only item itself and not a list.
 */
export type WireResult<Item> = readonly Item[] | Item

/** The two calls of the contract that compute a kind. */
export type ComputeCalls<Query extends InsightQuery, Item> = CallNames & CallAnswer<Query, Item>

interface CallNames {
  /** Path of the calls: `insights/<path>/`. */
  readonly path: string
  /** The kind as it stands in a sentence: `a trend`. */
  readonly noun: string
  /** Prefix of `Request` and `Result` in the schema names of the interface's document. */
  readonly schemaName: string
  /** The numbers under which the contract lists the call with GET and the call with POST. */
  readonly get: number
  readonly post: number
}

/**
 * Describes the answers of the two calls. The answer to GET is an Insight. If the answer to POST is an
 * Insight too, `answer` is null. Otherwise `answer` has the fields of the answer to POST, except
 * `is_cached`, `last_refresh` and `timezone`, which the contract adds. `next` is the address of the next
 * page.
 */
type CallAnswer<Query extends InsightQuery, Item> =
  | {
      readonly answer: z.ZodRawShape
      toAnswer(items: readonly Item[], next: string | null, query: Query): JsonObject
    }
  | { readonly answer: null }

/**
 * The data that an answer depends on, in addition to the events of its series and the subjects of its
 * filters.
 */
export interface KindReads {
  /** Whether an event of any name can change the answer. */
  readonly isAnyEvent: boolean
  /**
   * Whether events of any name can be counted, not only the events of the series. Absent means that they
   * cannot.
   */
  readonly countsAnyName?: boolean
  /** Whether the answer depends on which person an event belongs to. */
  readonly people: boolean
  /**
   * The owner of properties that are read in addition to the properties in filters and breakdowns; absent
   * if there are none.
   */
  readonly propertiesOf?: Extract<PropertySubject, 'person' | { readonly group: number }>
  /** Set if any change of the project's data can change the answer. */
  readonly isAnything?: true
}

/** The columns and the paging of a result that consists of rows. */
export interface ResultColumns {
  readonly columns: readonly string[]
  /** The name of each column and its type, as the event store calls it. */
  readonly types: readonly (readonly [name: string, type: string])[]
  readonly hasMore: boolean
  readonly limit: number
  readonly offset: number
}

/** The members of a kind whose items are rows. */
export interface RowsOfKind<Node extends JsonObject, Query extends InsightQuery, Answer> {
  columns(answer: Answer): ResultColumns
  /**
   * Parses a question for a file of all its rows. It differs from `parse` in the limit: only a limit that
   * the question itself sets is kept.
   */
  parseWhole(node: Node, at: FieldPaths): Query
  /**
   * Returns the parsed question with the properties among `numbers` as numbers.
   * @throws RequestError for a question that has no meaning if these properties are numbers.
   */
  withNumbers(query: Query, node: Node, at: FieldPaths, numbers: NumericProperties): Query
}

/** A table for CSV: the names of the columns, and rows with a value for each column. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/**
 * Everything about one kind of insight. All members are pure functions, except the engine queries that
 * `queries` returns. There are no defaults: a kind without a required member does not compile. The members
 * are called in this order: parse, time and reads, plan, queries, shape. Then items, a table or a picture
 * is made from the answer.
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
  /**
   * The end of the error message for a question that takes too much time or memory. It says what can be
   * reduced, in addition to the range of dates.
   */
  readonly lighter: string
  readonly wire: {
    /** The kind's query node, without wrappers. */
    readonly node: z.ZodType<Node> & z.ZodObject
    /**
     * The flat parameters of the kind, which its saved filters have as well; empty for a kind that is asked
     * only as a query node.
     */
    readonly flat: z.ZodType<Flat> & z.ZodObject
    /**
     * One item of `results`. The schema is strict, so that an item is never parsed as an item of another
     * kind that has fewer fields.
     */
    readonly item: z.ZodType<Item>
    /** Schema of the `results` of `query/`; absent if the results are always a list of items. */
    readonly result?: z.ZodType<WireResult<Item>>
    /** Schema of the fields that `besideResult` returns; absent for kinds without such fields. */
    readonly beside?: z.ZodRawShape
  }
  /** The calls that compute only this kind; null if the contract has no such calls. */
  readonly calls: ComputeCalls<Query, Item> | null
  /** The names that `parse` accepts in its fields, for programs that build a question. */
  readonly choices: Choices
  /**
   * Reads a node into a typed query.
   * @throws RequestError that names the sender's field by `at`.
   */
  parse(node: Node, at: FieldPaths): Query
  /**
   * Returns the warnings of the answer, except the warnings about its filters, its names and its unknown
   * keys.
   */
  warnings(query: Query, node: JsonObject, at: FieldPaths): Warning[]
  /** Returns the warnings of an answer without items; absent if an empty answer needs no explanation. */
  warningsOfAnswer?(query: Query, node: Node, at: FieldPaths, answer: Answer): Warning[]
  /**
   * Returns a node that has in `series` all events that the given node names, and the paths that the fields
   * of the returned node have in the request. `parse` must accept the given node.
   */
  inSeries(node: Node, at: FieldPaths): FromFlat<JsonObject>
  /** Returns the mentions in fields that `inSeries` does not cover; absent if there are no such fields. */
  mentions?(node: Node, at: FieldPaths): Mention[]
  /**
   * Turns flat parameters into a node.
   * @throws RequestError that names the flat parameter. A kind without flat parameters always throws.
   */
  fromFlat(flat: Flat): FromFlat<Node>
  /**
   * Returns the saved filters of a node; null if the node has a field that changes numbers and for which
   * there is no flat parameter.
   */
  toFlat(node: JsonObject): JsonObject | null
  time(query: Query): TimeAsked
  /**
   * Returns the paths of the dates in the request, for a kind whose nodes do not have their dates in
   * `dateRange`; absent for all other kinds.
   */
  datesAt?(at: FieldPaths): FieldPaths
  reads(query: Query): KindReads
  /** Plans a question. @throws RequestError for a question that this kind cannot answer. */
  plan(resolved: Resolved<Query>): Plan
  /** Returns one query or several, which run in this order. Their names are written to the log. */
  queries(plan: Plan): { readonly [Name in keyof Results]: EngineQuery<Exclude<Results[Name], undefined>> }
  /** Makes the answer, which is cached as JSON. */
  shape(plan: Plan, results: Results): Answer
  /**
   * Returns the flat parameters that ask for the next page of rows, in addition to the parameters of the
   * question; null if there are no more rows. Absent for kinds whose answers have all rows.
   */
  nextPage?(query: Query, answer: Answer): Readonly<Record<string, string>> | null
  /**
   * Makes the items of the interface from an answer; large items are made one at a time. Without `links` no
   * item has an address of people. `node` is the question as it was sent.
   */
  items(query: Query, answer: Answer, links: PeopleLinks | null, node: JsonObject): Iterable<Item>
  /**
   * Returns whether clients know the result of a question as one object, the only item. Absent if they know
   * it as a list for every question of the kind.
   */
  isObject?(query: Query): boolean
  /** Returns fields that clients look for next to the `results` of `query/`; absent for kinds without any. */
  besideResult?(items: readonly Item[]): JsonObject
  /** The members that only results of rows have; null for a kind with items of another form. */
  readonly rows: RowsOfKind<Node, Query, Answer> | null
  /** Makes the readable table of `format=csv`, see docs/csv.md. */
  table(query: Query, answer: Answer): Table
  /** Makes the chart and the table of a shared page. */
  picture(query: Query, answer: Answer): Picture
  /** The numbers whose actors can be listed; null for a kind whose numbers count no actors. */
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

/** The `inSeries` of the kinds whose nodes have `series` already. */
export const unchangedNode = (node: JsonObject, at: FieldPaths): FromFlat<JsonObject> => ({ node, at })

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

/** Does what {@link defineInsightKind} does, for a kind whose results are rows and columns. */
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
