import type { ComponentType, ReactNode } from 'react'
import type { QueryNode, SeriesQuestion } from '#web/api/query-node.ts'
import type { ResultsOf } from '#web/api/results.ts'
import type { Point } from '#web/question/point.ts'

type SeriesKind = 'TrendsQuery' | 'StickinessQuery' | 'LifecycleQuery'
type QuestionOf<Kind extends string> = Kind extends SeriesKind ? SeriesQuestion<Kind> : QueryNode<Kind>

export interface FormProps<Kind extends string = string> {
  readonly question: QuestionOf<Kind>
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
}

/** The fields of an answer of rows in addition to the rows. */
export interface AnswerTable {
  readonly columns?: readonly string[] | null
  /** The name and the type of each column. */
  readonly types?: readonly (readonly string[])[] | null
  readonly hasMore?: boolean | null
}

export interface AnswerProps<Kind extends string = string> {
  readonly question: QuestionOf<Kind>
  readonly results: ResultsOf<Kind>
  /** The other fields of the answer; SQL needs its columns. */
  readonly table?: AnswerTable
  /** Opens the persons or groups behind a number; null if nothing can be opened, as on shared pages. */
  readonly onPoint: ((point: Point) => void) | null
  /**
   * Changes the question from the answer, such as "start here" in a path; absent if the question cannot be
   * changed.
   */
  setQuestion?(question: QueryNode, how?: 'push' | 'replace'): void
  /** Whether the answer is in a tile of a dashboard, which shows only the chart: no table, no controls. */
  readonly isTile: boolean
  /** The sentence of the question, which names the figure and its files. */
  readonly label?: string
  /** The status line between the chart and the table. */
  readonly status?: ReactNode
}

/** The properties of the part above an answer, which is also shown while there is no answer. */
export interface AboveProps<Kind extends string = string> extends FormProps<Kind> {
  /** The reason why the question has no answer; null if it has an answer. */
  readonly error: Error | null
  readonly isAsking: boolean
}

/** The two halves of a kind: its form at the left and its answer at the right. */
export interface KindView<Kind extends string = string> {
  readonly Form: ComponentType<FormProps<Kind>>
  readonly Answer: ComponentType<AnswerProps<Kind>>
  /** Control for the display of the answer, next to the dates. It is shown also without an answer. */
  readonly Display?: ComponentType<FormProps<Kind>>
  /** The part above the answer: the statement of SQL, which shows errors itself. */
  readonly Above?: ComponentType<AboveProps<Kind>>
}
