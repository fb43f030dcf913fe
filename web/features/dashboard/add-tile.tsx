import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { bareNode } from '#web/question/bare-node.ts'
import { Button } from '#web/ui/button.tsx'
import { KindIcon } from '#web/ui/kind-icon.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'

interface AddTileProps {
  onInsight(id: number): void
  onText(body: string): void
  onClose(): void
}

const SHOWN = 20

/** Dialog that adds a saved insight or a text to the dashboard. */
export function AddTile({ onInsight, onText, onClose }: AddTileProps) {
  useFocusReturn()
  const project = useProject()
  const [search, setSearch] = useState('')
  const [text, setText] = useState('')
  const found = useQuery({
    queryKey: ['insights', project.id, { search, limit: SHOWN }],
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/insights/', {
          params: {
            path: { project_id: String(project.id) },
            query: { saved: 'true', basic: 'true', limit: SHOWN, ...(search !== '' && { search }) },
          },
        }),
      ),
  })
  return (
    <Modal opened title="Add to the dashboard" onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="add-tile">
        <label className="field">
          <span className="sr">Search insights</span>
          <input
            data-autofocus
            placeholder="Search insights"
            value={search}
            onChange={(change) => setSearch(change.target.value)}
          />
        </label>
        <ul className="add-tile__list">
          {found.data?.results.map((insight) => (
            <li key={insight.short_id}>
              <button type="button" onClick={() => insight.id !== null && onInsight(insight.id)}>
                <KindIcon kind={bareNode(insight.query)?.kind ?? ''} />
                <span className="cut">{insight.name || insight.derived_name || 'Untitled'}</span>
              </button>
            </li>
          ))}
          {found.data?.results.length === 0 && (
            <li className="quiet">
              No saved insight with this name.{' '}
              <Link href={`/project/${project.id}/insights/new`}>Create a new insight</Link>
            </li>
          )}
        </ul>
        <label className="add-tile__text">
          <span className="soft">Or a text tile</span>
          <textarea
            value={text}
            maxLength={TEXT_LIMITS.tile}
            rows={3}
            onChange={(change) => setText(change.target.value)}
          />
        </label>
        <Button disabled={text.trim() === ''} onClick={() => onText(text)}>
          Add text
        </Button>
      </div>
    </Modal>
  )
}
