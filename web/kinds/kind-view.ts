import type { ComponentType, ReactNode } from 'react'
import type { QueryNode } from '#web/api/ask.ts'
import type { Point } from '#web/question/point.ts'

export interface FormProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
}

/** What an answer of rows has beside its rows. */
export interface AnswerTable {
  readonly columns?: readonly string[] | null
  /** Name and type of each column. */
  readonly types?: readonly (readonly string[])[] | null
  readonly hasMore?: boolean | null
}

export interface AnswerProps {
  readonly question: QueryNode
  /** `results` of `query/` for the kind of the question. */
  readonly results: unknown
  /** The other fields of the same answer; SQL needs its columns. */
  readonly table?: AnswerTable
  /** Opens the persons or groups behind a number; null where nothing can be opened, as on shared pages. */
  readonly onPoint: ((point: Point) => void) | null
  /** Changes the question from within the answer, such as "start here" in a path; absent where it cannot be changed. */
  setQuestion?(question: QueryNode, how?: 'push' | 'replace'): void
  /** Tiles of dashboards show the picture alone: no table, no controls. */
  readonly isTile: boolean
  /** The sentence of the question: the name of the figure, and the title of its files. */
  readonly label?: string
  /** The status line, which stands between the picture and the table. */
  readonly status?: ReactNode
}

/** What stands above an answer, also where there is none yet. */
export interface AboveProps extends FormProps {
  /** Why the question has no answer. */
  readonly error: Error | null
  readonly isAsking: boolean
}

/** The two halves of a kind on the page: the question at the left, the answer at the right. */
export interface KindView {
  readonly Form: ComponentType<FormProps>
  readonly Answer: ComponentType<AnswerProps>
  /** Which numbers or which form an answer has, beside the dates: there is one also without an answer. */
  readonly Display?: ComponentType<FormProps>
  /** The statement of SQL. It shows errors itself. */
  readonly Above?: ComponentType<AboveProps>
}
