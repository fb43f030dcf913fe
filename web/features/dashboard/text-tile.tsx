import { useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { useProject } from '#web/api/project.ts'
import { Age } from '#web/ui/age.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Tile } from './dashboard-data.ts'
import { edgeOf } from './tile-color.ts'
import { type TileActs, TileMenu } from './tile-menu.tsx'
import { TileText } from './tile-text.tsx'

interface TextTileProps {
  readonly text: NonNullable<Tile['text']>
  /** Changes the text; null if the user may not change the dashboard. */
  readonly onChange: ((body: string) => void) | null
  readonly acts: TileActs | null
  readonly boardId: number
  readonly color: string | null
}

/** A tile with text: paragraphs, headings, bold words and links. */
export function TextTile({ text, onChange, acts, boardId, color }: TextTileProps) {
  const { timezone } = useProject()
  const [draft, setDraft] = useState<string | null>(null)
  if (draft !== null)
    return (
      <section className="card tile note" aria-label="Text">
        <textarea
          aria-label="Text of the tile"
          className="note__edit"
          value={draft}
          maxLength={TEXT_LIMITS.tile}
          onChange={(change) => setDraft(change.target.value)}
        />
        <div className="line">
          <Button
            look="ink"
            isSmall
            disabled={draft.trim() === ''}
            onClick={() => {
              onChange?.(draft)
              setDraft(null)
            }}
          >
            Keep
          </Button>
          <Button look="plain" isSmall onClick={() => setDraft(null)}>
            Cancel
          </Button>
        </div>
      </section>
    )
  return (
    <section className="card tile note" aria-label="Text" {...edgeOf(color)}>
      <TileText body={text.body} />
      <p className="quiet note__foot">
        {text.last_modified_by?.first_name ?? text.created_by?.first_name ?? ''}{' '}
        <Age at={text.last_modified_at} timeZone={timezone} />
        <span className="grow" />
        {onChange !== null && (
          <Button look="plain" isSmall onClick={() => setDraft(text.body)}>
            Edit
          </Button>
        )}
        <TileMenu name="this text" boardId={boardId} acts={acts} />
      </p>
    </section>
  )
}
