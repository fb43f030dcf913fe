import { Menu } from '@mantine/core'
import { IconDots, IconMaximize, IconPlus, IconStar, IconStarFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EditableName } from '#web/ui/editable-name.tsx'
import { PageBar } from '#web/ui/page-bar.tsx'
import type { Dashboard, DashboardChange } from './dashboard-data.ts'

interface BoardBarProps {
  readonly dashboard: Dashboard
  readonly mayChange: boolean
  readonly isEditing: boolean
  /** The button that shares the dashboard. */
  readonly share?: ReactNode
  onChange(change: DashboardChange): void
  onEdit(isEditing: boolean): void
  onAdd(): void
  onFullScreen(): void
  onDuplicate(): void
  onBin(): void
}

/** The bar with the name of a dashboard and its actions. */
export function BoardBar(props: BoardBarProps) {
  const { dashboard, mayChange, isEditing, share, onChange, onEdit, onAdd, onFullScreen } = props
  return (
    <PageBar
      crumb={{ label: 'Dashboards', to: '../dashboards' }}
      title={
        <EditableName
          label="Name of the dashboard"
          name={dashboard.name || 'Untitled'}
          onChange={mayChange ? (name) => onChange({ name }) : null}
        />
      }
      beside={
        <>
          <Button
            look="plain"
            isSmall
            disabled={!mayChange}
            aria-label={dashboard.pinned ? 'Unpin from the sidebar' : 'Pin to the sidebar'}
            aria-pressed={dashboard.pinned}
            icon={dashboard.pinned ? <IconStarFilled size={16} /> : <IconStar size={16} />}
            onClick={() => onChange({ pinned: !dashboard.pinned })}
          />
          {dashboard.tags.map((tag) => (
            <span key={tag} className="tag only-wide">
              {tag}
            </span>
          ))}
        </>
      }
      actions={
        <>
          <Button look="plain" className="only-wide" icon={<IconMaximize size={16} />} onClick={onFullScreen}>
            Full screen
          </Button>
          {mayChange && (
            <Button look="plain" className="only-wide" icon={<IconPlus size={16} />} onClick={onAdd}>
              Add
            </Button>
          )}
          {share}
          {mayChange && (
            <Button
              className="only-wide"
              look={isEditing ? 'ink' : 'default'}
              aria-pressed={isEditing}
              onClick={() => onEdit(!isEditing)}
            >
              {isEditing ? 'Done' : 'Edit layout'}
            </Button>
          )}
          <Menu position="bottom-end">
            <Menu.Target>
              <Button look="plain" aria-label="More" icon={<IconDots size={16} />} />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={!mayChange} onClick={props.onDuplicate}>
                Duplicate
              </Menu.Item>
              <Menu.Item disabled={!mayChange} onClick={props.onBin}>
                Move to the bin
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    />
  )
}
