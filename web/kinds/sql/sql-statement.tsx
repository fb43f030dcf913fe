import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { FIRST_STATEMENT } from '#web/question/first-statement.ts'
import { Button } from '#web/ui/button.tsx'
import type { AboveProps } from '../kind-view.ts'
import { onInsert } from './insertion.ts'
import { offsetOf, statementError } from './statement-error.ts'
import './sql.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/**
 * The field for a statement, with line numbers. It is a plain text field, so that undo, phones and screen
 * readers work without extra code, also when a screen reader spells a name. SQL is the only kind whose
 * question is not asked until the user presses Run.
 */
export function SqlStatement({ question, setQuestion, error, isAsking }: AboveProps) {
  const asked = question.query ?? ''
  const queries = useQueryClient()
  const projectId = useProject().id
  const field = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLOListElement>(null)
  const [draft, setDraft] = useState(asked || FIRST_STATEMENT)
  const [from, setFrom] = useState(asked)
  // The Back button may have changed the question while the user was typing.
  if (asked !== from) {
    setFrom(asked)
    if (asked !== '') setDraft(asked)
  }
  const run = () => {
    if (draft === asked) void queries.invalidateQueries({ queryKey: ['answer', projectId, question] })
    else setQuestion({ ...question, query: draft })
  }
  useEffect(
    () =>
      onInsert((name) => {
        const text = field.current
        if (text === null) return
        text.focus()
        // After any other way of inserting text, the undo of the field would not work.
        if (!document.execCommand('insertText', false, name)) text.setRangeText(name)
      }),
    [],
  )
  const fault =
    error === null || asked === '' || draft !== asked ? null : statementError(error.message, asked)
  const goTo = () => {
    if (fault?.place == null || field.current === null) return
    const offset = offsetOf(draft, fault.place)
    field.current.focus()
    field.current.setSelectionRange(offset, offset)
  }
  const lines = draft.split('\n').length
  return (
    <div className="sql">
      <div className="sql__field">
        <ol ref={gutter} className="sql__lines" aria-hidden>
          {Array.from({ length: lines }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number
            <li key={i} className={fault?.place?.line === i + 1 ? 'sql__bad' : undefined}>
              {i + 1}
            </li>
          ))}
        </ol>
        <textarea
          ref={field}
          aria-label="Statement"
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'sql-fault'}
          spellCheck={false}
          autoCapitalize="off"
          autoCorrect="off"
          wrap="off"
          rows={Math.min(18, Math.max(6, lines))}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onScroll={(event) => gutter.current?.scrollTo(0, event.currentTarget.scrollTop)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            run()
          }}
        />
      </div>
      {fault !== null && (
        <div id="sql-fault" className="sql__fault" role="alert">
          <p>{fault.text}</p>
          {fault.place !== null && (
            <>
              <pre>
                {`${fault.place.line}  ${fault.source}\n${' '.repeat(String(fault.place.line).length + 1 + fault.place.character)}^`}
              </pre>
              <Button isSmall onClick={goTo}>
                Go to line {fault.place.line}
              </Button>
            </>
          )}
        </div>
      )}
      <div className="line">
        <Button look={draft === asked ? 'default' : 'ink'} onClick={run} disabled={isAsking}>
          Run <span className="kbd">{isMac ? '⌘↵' : 'Ctrl ↵'}</span>
        </Button>
        {draft !== asked && <span className="quiet">not run yet</span>}
      </div>
    </div>
  )
}
