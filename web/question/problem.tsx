import { createContext, useContext } from 'react'
import './parts.css'

export interface Problem {
  /** The field that the server refused, such as `query__series__0__math_property`. */
  readonly attr: string
  readonly detail: string
}

const ProblemContext = createContext<Problem | null>(null)
/** Gives the form of a question the error of the server, which the refused field shows. */
export const ProblemProvider = ProblemContext.Provider

/**
 * Returns the error of the server about this field or one below it, such as `series__0`; null if the server
 * refused another field.
 */
export function useProblem(place: string): string | null {
  const problem = useContext(ProblemContext)
  return problem !== null && isAt(problem.attr, place) ? problem.detail : null
}

/** Whether the `attr` of an error names the field at `place`, or a part of it. */
export function isAt(attr: string, place: string): boolean {
  const field = attr.replace(/^query__(source__)?/, '')
  return field === place || field.startsWith(`${place}__`)
}

interface ProblemTextProps {
  readonly place: string
  /** Whether errors about fields below are left out, because these fields show them. */
  readonly isExact?: boolean
}

/** The error below its field. */
export function ProblemText({ place, isExact = false }: ProblemTextProps) {
  const problem = useContext(ProblemContext)
  const detail = useProblem(place)
  return detail === null || (isExact && !problem?.attr.endsWith(place)) ? null : (
    <p className="wrong" role="alert">
      {detail}
    </p>
  )
}
