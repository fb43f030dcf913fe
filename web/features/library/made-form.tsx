import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { PageBar } from '#web/ui/page-bar.tsx'
import type { useMade } from './use-made.ts'
import './cohort.css'
import { Refusal } from '#web/ui/refusal.tsx'

/** The texts that every object of the library has, such as an action or a cohort. */
export interface MadeTexts {
  readonly name: string
  readonly description: string
}

interface MadeFormProps {
  readonly crumb: { readonly label: string; readonly to: string }
  readonly title: string
  readonly mayChange: boolean
  readonly made: ReturnType<typeof useMade>
  readonly texts: MadeTexts
  onTexts(texts: MadeTexts): void
  /** The part of the form below the name and the description. */
  readonly children: ReactNode
  /** What the definition in the form matches, such as events. It is at the right of the form. */
  readonly side: ReactNode
  readonly sideTitle: string
}

/**
 * The page for an object with a definition, such as an action. The form is at the left, and what it matches
 * at the right.
 */
export function MadeForm(props: MadeFormProps) {
  const { crumb, title, mayChange, made, texts, onTexts, children, side, sideTitle } = props
  return (
    <>
      <PageBar
        crumb={crumb}
        title={title}
        actions={
          mayChange && (
            <>
              {made.remove !== null && <Button onClick={made.remove}>Delete</Button>}
              <Button look="ink" disabled={texts.name === '' || made.isSaving} onClick={made.save}>
                Save
              </Button>
            </>
          )
        }
      />
      <div className="made">
        <form className="made__form" onSubmit={(event) => event.preventDefault()}>
          <Refusal text={made.error?.message ?? null} />
          <label>
            Name
            <input
              className="field"
              value={texts.name}
              onChange={({ target }) => onTexts({ ...texts, name: target.value })}
            />
          </label>
          <label>
            Description
            <input
              className="field"
              value={texts.description}
              onChange={({ target }) => onTexts({ ...texts, description: target.value })}
            />
          </label>
          {children}
        </form>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
        <aside className="made__side" tabIndex={0} aria-label={sideTitle}>
          <h2>{sideTitle}</h2>
          {side}
        </aside>
      </div>
    </>
  )
}
