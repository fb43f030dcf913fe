import type { KindView } from '../kind-view.ts'
import { SqlAnswer } from './sql-answer.tsx'
import { SqlForm } from './sql-form.tsx'
import { SqlStatement } from './sql-statement.tsx'

export const SQL_VIEW: KindView<'HogQLQuery'> = {
  Form: SqlForm,
  Answer: SqlAnswer,
  Above: SqlStatement,
}
