import { useCallback, useSyncExternalStore } from 'react'
import type { QueryNode } from '#web/api/ask.ts'
import { compactQuestion } from './compact.ts'

const CHANGED = 'throughline:fragment'
/** The last two are dispatched by the router for a link to another fragment of the same page. */
const CHANGES = ['popstate', 'hashchange', CHANGED, 'pushState', 'replaceState']

function subscribe(listener: () => void): () => void {
  for (const name of CHANGES) window.addEventListener(name, listener)
  return () => {
    for (const name of CHANGES) window.removeEventListener(name, listener)
  }
}

/** Replaces parts of the fragment; null removes one. `push` adds a step for the Back button. */
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

// URLSearchParams writes a space as a plus, which only readers of forms understand.
const percentEncoded = (fragment: URLSearchParams): string =>
  fragment.size === 0 ? '' : `#${String(fragment).replaceAll('+', '%20')}`

/** One part of the fragment, such as `view`; null where it is absent. */
export const fragmentPart = (name: string): string | null =>
  new URLSearchParams(location.hash.slice(1)).get(name)

/** The same, followed while it changes. */
export const useFragment = (name: string): string | null =>
  useSyncExternalStore(subscribe, () => fragmentPart(name))

export interface QuestionInUrl {
  readonly question: QueryNode
  /** Why `#q=` could not be read, in one sentence; null where it could, or is absent. */
  readonly problem: string | null
  /** A finished change is a step for the Back button; typing and dragging replace. */
  setQuestion(question: QueryNode, how?: 'push' | 'replace'): void
}

/** The whole question is in the fragment (`#q=`), which no proxy logs. Without it, `initial`. */
export function useQuestion(initial: QueryNode): QuestionInUrl {
  const text = useFragment('q')
  const setQuestion = useCallback(
    (question: QueryNode, how: 'push' | 'replace' = 'push') =>
      setFragment({ q: JSON.stringify(compactQuestion(question)), at: null }, how),
    [],
  )
  return { ...parseQuestion(text, initial), setQuestion }
}

/** Reads `#q=`. A broken one gives the initial question and the reason. */
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

/** The address of a question that is not saved. */
export const addressOfQuestion = (projectId: number, question: QueryNode): string =>
  `/project/${projectId}/insights/new${percentEncoded(new URLSearchParams({ q: JSON.stringify(compactQuestion(question)) }))}`
