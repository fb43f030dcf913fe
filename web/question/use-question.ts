import { useCallback, useSyncExternalStore } from 'react'
import type { QueryNode } from '#web/api/query-node.ts'
import { compactQuestion } from './compact.ts'

const CHANGED = 'throughline:fragment'
/**
 * The events after which the fragment may have changed. The router dispatches the last two when a link
 * leads to another fragment of the same page.
 */
const CHANGES = ['popstate', 'hashchange', CHANGED, 'pushState', 'replaceState']

function subscribe(listener: () => void): () => void {
  for (const name of CHANGES) window.addEventListener(name, listener)
  return () => {
    for (const name of CHANGES) window.removeEventListener(name, listener)
  }
}

/**
 * Changes parts of the fragment; a part with null is removed. With `push` this is a step for the Back
 * button.
 */
export function setFragment(parts: Readonly<Record<string, string | null>>, how: 'push' | 'replace'): void {
  const fragment = new URLSearchParams(location.hash.slice(1))
  for (const [name, value] of Object.entries(parts)) {
    if (value === null) fragment.delete(name)
    else fragment.set(name, value)
  }
  const address = `${location.pathname}${location.search}${percentEncoded(fragment)}`
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  window.dispatchEvent(new Event(CHANGED))
}

// URLSearchParams writes a space as a plus sign. Only parsers of HTML forms read that as a space.
const percentEncoded = (fragment: URLSearchParams): string =>
  fragment.size === 0 ? '' : `#${String(fragment).replaceAll('+', '%20')}`

/** Returns one part of the fragment, such as `view`; null if it is absent. */
export const fragmentPart = (name: string): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(name)

/** Returns one part of the fragment, and renders the component again when it changes. */
export const useFragment = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => fragmentPart(name))

export interface QuestionInUrl {
  readonly question: QueryNode
  /** The reason why `#q=` could not be parsed, as a sentence. Null if it could be parsed, or is absent. */
  readonly problem: string | null
  /**
   * Changes the question. A finished change is a step for the Back button (`push`). While the user types or
   * drags, each change replaces the one before it (`replace`).
   */
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
}

/**
 * Returns the question in the address. The whole question is in the fragment (`#q=`), which browsers do not
 * send, so no proxy logs it. If there is no `#q=`, the question is `initial`.
 */
export function useQuestion(initial: QueryNode): QuestionInUrl {
  const text = useFragment('q')
  const setQuestion = useCallback(
    (question: QueryNode, how: 'push' | 'replace' = 'push') =>
      setFragment({ q: JSON.stringify(compactQuestion(question)), at: null }, how),
    [],
  )
  return { ...parseQuestion(text, initial), setQuestion }
}

/** Parses `#q=`. If that fails, returns `initial` and the reason. */
export function parseQuestion(
  text: string | null,
  initial: QueryNode,
): Pick<QuestionInUrl, 'question' | 'problem'> {
  if (text === null) return { question: initial, problem: null }
  try {
    const node: unknown = JSON.parse(text)
    if (typeof node === 'object' && node !== null && 'kind' in node && typeof node.kind === 'string')
      return { question: node as QueryNode, problem: null }
    return { question: initial, problem: 'The question in the address has no kind.' }
  } catch {
    return { question: initial, problem: 'The question in the address is not readable JSON.' }
  }
}

/** Returns the address that opens a question in the editor of a new insight. */
export const addressOfQuestion = (projectId: number, question: QueryNode): string =>
  `/project/${projectId}/insights/new${percentEncoded(new URLSearchParams({ q: JSON.stringify(compactQuestion(question)) }))}`
