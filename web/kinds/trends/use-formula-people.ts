import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ask } from '#web/api/ask.ts'
import { ProjectContext } from '#web/api/project.ts'
import type { Point } from '#web/question/point.ts'
import { useTell, useToast } from '#web/ui/toast.tsx'
import { type FormulaCell, formulaPoint, withoutFormulas } from './formula-point.ts'
import { inWhole, isFormula, type TrendQuestion } from './trend-question.ts'

/** Opens the people of the series that a formula's number is computed from. */
export type OpenFormula = (cell: FormulaCell, shown: Pick<Point, 'title' | 'color'>) => void

/**
 * Returns the function that opens the people behind the numbers of formulas. Null if the question has no
 * formulas, or if no people can be opened. The answer for the series is fetched only after a click.
 */
export function useFormulaPeople(
  question: TrendQuestion,
  onPoint: ((point: Point) => void) | null,
): OpenFormula | null {
  const projectId = use(ProjectContext)?.id ?? null
  const queries = useQueryClient()
  const toast = useToast()
  const tell = useTell()
  if (projectId === null || onPoint === null || !isFormula(question)) return null
  const open = async (cell: FormulaCell, shown: Pick<Point, 'title' | 'color'>) => {
    const node = withoutFormulas(cell.place === null ? inWhole(question) : question)
    const { results } = await queries.fetchQuery({
      queryKey: ['answer', projectId, node],
      queryFn: ({ signal }) => ask({ projectId, node, signal }),
    })
    const point = formulaPoint(question, cell, results, shown)
    if (point === null) toast('There is no list of people for the series of this number')
    else onPoint(point)
  }
  return (...given) => tell(open(...given))
}
