import { createContext } from 'react'

/**
 * Opens the editor of a new annotation at the start of a bucket, by the clock of the project: `2026-11-19`,
 * or with a time. Null if the user may not write one, and on shared pages.
 */
export const AnnotateContext = createContext<((start: string) => void) | null>(null)
