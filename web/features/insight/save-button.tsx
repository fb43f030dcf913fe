import { useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { Pop } from '#web/ui/pop.tsx'

interface SaveButtonProps {
  /** The proposed name if the insight has no name yet; null if it has one. */
  readonly proposal: string | null
  readonly isDisabled: boolean
  /** Called to save. `name` is set if the button asked for a name. */
  onSave(name?: string): void
}

/**
 * Button that saves a question. If the insight has no name, the button first asks for one. Enter accepts
 * the proposed name.
 */
export function SaveButton({ proposal, isDisabled, onSave }: SaveButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const asks = proposal !== null
  return (
    <Pop
      isOpen={isAsking && asks}
      onClose={() => setAsking(false)}
      target={
        <Button
          look="ink"
          aria-keyshortcuts="s"
          aria-haspopup={asks ? 'dialog' : undefined}
          disabled={isDisabled}
          onClick={() => (asks ? setAsking(!isAsking) : onSave())}
        >
          Save
        </Button>
      }
    >
      <NameForm
        proposal={proposal ?? ''}
        onDone={(name) => {
          setAsking(false)
          onSave(name)
        }}
      />
    </Pop>
  )
}

interface NameFormProps {
  readonly proposal: string
  onDone(name: string): void
}

function NameForm({ proposal, onDone }: NameFormProps) {
  const [typed, setTyped] = useState(proposal)
  return (
    <form
      className="naming"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(typed.trim() || proposal)
      }}
    >
      <label className="naming__field">
        <span className="soft">Name</span>
        <input
          className="rename"
          data-autofocus
          aria-label="Name of the insight"
          placeholder={proposal}
          value={typed}
          maxLength={TEXT_LIMITS.name}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <Button type="submit" look="ink" isSmall>
        Save with this name
      </Button>
    </form>
  )
}
