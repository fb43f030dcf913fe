import { createContext } from 'react'

/**
 * Opens the editor of a new annotation at the start of an interval. The start is in the time zone of the
 * project: `2026-11-19`, or with a time. Null if the user may not write annotations, and on shared pages.
 */
export const AnnotateContext = createContext<((start: string) => void) | null>(null)
