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

/** The fields of an answer with rows, in addition to the rows. */
export interface AnswerTable {
  readonly columns?: readonly string[] | null
  /** The name and the type of each column. */
  readonly types?: readonly (readonly string[])[] | null
  readonly hasMore?: boolean | null
}

export interface AnswerProps<Kind extends string = string> {
  readonly question: QuestionOf<Kind>
  readonly results: ResultsOf<Kind>
  /** The fields of the response next to `results`. SQL needs the columns among them. */
  readonly table?: AnswerTable
  /** Opens the people behind a number; null if no number can be opened, as on shared pages. */
  readonly onPoint: ((point: Point) => void) | null
  /**
   * Changes the question from within the answer, such as "Start here" in paths; absent if it cannot be
   * changed.
   */
  setQuestion?(question: QueryNode, how?: 'push' | 'replace'): void
  /**
   * Whether the answer is in a tile of a dashboard. A tile shows only the chart, without a table and
   * controls.
   */
  readonly isTile: boolean
  /** The sentence of the question. It is the name of the chart and of the saved files. */
  readonly label?: string
  /** The status line, which is between the chart and the table. */
  readonly status?: ReactNode
}

/** The properties of the part above an answer. This part is shown even if there is no answer. */
export interface AboveProps<Kind extends string = string> extends FormProps<Kind> {
  /** The error because of which the question has no answer; null if there is none. */
  readonly error: Error | null
  readonly isAsking: boolean
}

/** The parts of the page for one kind of question. The form is at the left, and the answer at the right. */
export interface KindView<Kind extends string = string> {
  readonly Form: ComponentType<FormProps<Kind>>
  readonly Answer: ComponentType<AnswerProps<Kind>>
  /** A control for the display, next to the dates. It is shown even if there is no answer. */
  readonly Display?: ComponentType<FormProps<Kind>>
  /** The part above the answer. SQL has its statement there, together with the error of the statement. */
  readonly Above?: ComponentType<AboveProps<Kind>>
}
