import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { explanationAt } from '#web/api/people.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type ExplainLine, explainLines } from './explain-lines.ts'
import { MomentText } from './moment-text.tsx'

const CLASSES = { step: 'on', other: undefined, missing: 'off' } as const

/**
 * The words by which the heading names the actor, for each type of actor. An actor that is the value of an
 * expression has the type `session`.
 */
const SUBJECTS = { person: 'this person', group: 'this group', session: 'it' }

/**
 * Explains why a funnel counts an actor as it does: the events that count, the step that is missing, and
 * the rule that decided.
 */
export function Explain({ url, question }: { readonly url: string; readonly question: QueryNode }) {
  const explanation = useQuery(explanationAt(url))
  const toast = useToast()
  if (explanation.isError)
    return <ErrorBox error={explanation.error} onRetry={() => void explanation.refetch()} />
  if (explanation.data === undefined) return <div className="skeleton people__waiting" />
  const { text } = explanation.data
  const rule = text.split('\n').at(-1) ?? ''
  const copy = async () => {
    await copyText(text)
    toast('The explanation is copied')
  }
  return (
    <>
      <p className="strong people__heading">Why {SUBJECTS[explanation.data.actor.type]} is here</p>
      <ol className="steps">
        {explainLines(question, explanation.data, Date.now()).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one explanation keep their order
          <li key={index} className={CLASSES[line.mark]}>
            <span className={line.mark === 'other' ? 'quiet cut' : 'strong cut'} title={line.text}>
              {line.text}
            </span>
            <span className="t">{timeOf(line)}</span>
          </li>
        ))}
      </ol>
      <p className="soft people__note">{rule}</p>
      <Button look="plain" isSmall icon={<IconCopy size={14} aria-hidden />} onClick={() => void copy()}>
        Copy for a ticket
      </Button>
    </>
  )
}

function timeOf({ at, until }: ExplainLine) {
  if (at !== null) return <MomentText at={at} />
  return (
    until !== undefined && (
      <>
        until <MomentText at={until} />
      </>
    )
  )
}
