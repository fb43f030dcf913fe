import { createContext, useContext } from 'react'
import './parts.css'

export interface Problem {
  /** The path of the field that the server refused, such as `query__series__0__math_property`. */
  readonly attr: string
  readonly detail: string
}

const ProblemContext = createContext<Problem | null>(null)
/**
 * Gives the error of the server to the form inside it. The field that the server refused then shows the
 * error.
 */
export const ProblemProvider = ProblemContext.Provider

/**
 * Returns the message of the server about the field at `place` or a field inside it, such as `series__0`.
 * Null if the server refused another field or none.
 */
export function useProblem(place: string): string | null {
  const problem = useContext(ProblemContext)
  return problem !== null && isAt(problem.attr, place) ? problem.detail : null
}

/** Whether an `attr` is the path of the field at `place`, or of a field inside it. */
export function isAt(attr: string, place: string): boolean {
  const field = attr.replace(/^query__(source__)?/, '')
  return field === place || field.startsWith(`${place}__`)
}

interface ProblemTextProps {
  readonly place: string
  /**
   * Whether only errors of this field itself are shown, because the fields inside it show their own errors.
   */
  readonly isExact?: boolean
}

/** The message of the server about a field. It is shown below the field. */
export function ProblemText({ place, isExact = false }: ProblemTextProps) {
  const problem = useContext(ProblemContext)
  const detail = useProblem(place)
  return detail === null || (isExact && !problem?.attr.endsWith(place)) ? null : (
    <p className="wrong" role="alert">
      {detail}
    </p>
  )
}
