import { Menu } from '@mantine/core'
import { IconCode, IconDots, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { changedParts, changedWords } from '#web/question/changed-parts.ts'
import { RenameField } from '#web/question/rename-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { EditorSlots } from './editor.tsx'
import { SaveButton } from './save-button.tsx'
import type { SavedInsight } from './saved-insight.ts'
import { TagsField } from './tags-field.tsx'
import { useKeeping } from './use-keeping.ts'

interface EditorHeaderProps extends Pick<EditorSlots, 'Share'> {
  readonly saved: SavedInsight | null
  readonly question: QueryNode
  onSource(): void
}

/**
 * The header of the editor. It has the name of the insight, which is edited in place, its star and tags,
 * whether it is saved, and the actions on it.
 */
export function EditorHeader({ saved, question, onSource, Share }: EditorHeaderProps) {
  const project = useProject()
  const toast = useToast()
  const keeping = useKeeping(saved, question)
  const [isRenaming, setRenaming] = useState(false)
  const changed = saved?.question ? changedParts(saved.question, question) : []
  const isFavorite = saved?.insight.favorited === true
  const state =
    saved === null ? 'Not saved' : changed.length === 0 ? 'Saved' : `Not saved: ${changedWords(changed)}`
  const copyLink = () => void copyText(location.href).then(() => toast('The link is on the clipboard'))
  return (
    <PageBar
      crumb={{ label: 'Insights', to: `/project/${project.id}/insights` }}
      title={
        isRenaming ? (
          <RenameField
            label="Name of the insight"
            value={keeping.name}
            placeholder={keeping.shownName}
            onDone={(typed) => {
              setRenaming(false)
              if (typed !== null && typed !== keeping.name) keeping.rename(typed)
            }}
          />
        ) : (
          <button type="button" className="title cut" title="Rename" onClick={() => setRenaming(true)}>
            {keeping.shownName}
          </button>
        )
      }
      beside={
        saved !== null && (
          <>
            <button
              type="button"
              className="icon"
              aria-pressed={isFavorite}
              aria-label="Favourite"
              onClick={() => keeping.change({ favorited: !isFavorite })}
            >
              {isFavorite ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
            </button>
            <TagsField tags={saved.insight.tags} onChange={(tags) => keeping.change({ tags })} />
          </>
        )
      }
      actions={
        <>
          <span className="quiet only-wide saved-state">{state}</span>
          <Button
            look="plain"
            className="only-wide"
            icon={<IconCode size={16} aria-hidden />}
            aria-keyshortcuts="e"
            onClick={onSource}
          >
            Source
          </Button>
          {Share !== undefined && saved !== null && saved.insight.id !== null && (
            <Share insightId={saved.insight.id} name={keeping.shownName} />
          )}
          <SaveButton
            proposal={saved === null && keeping.name === '' ? keeping.proposal : null}
            isDisabled={keeping.isBusy || (saved !== null && changed.length === 0)}
            onSave={keeping.save}
          />
          <Menu position="bottom-end">
            <Menu.Target>
              <Button look="plain" aria-label="More" icon={<IconDots size={16} aria-hidden />} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={copyLink}>Copy link to this view</Menu.Item>
              <Menu.Item className="only-phone" onClick={onSource}>
                Source
              </Menu.Item>
              {saved !== null && <Menu.Item onClick={keeping.saveAs}>Save as a new insight</Menu.Item>}
              {saved !== null && <Menu.Item onClick={keeping.toBin}>Move to the bin</Menu.Item>}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  )
}
