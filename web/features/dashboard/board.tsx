import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useRef, useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { bareNode } from '#web/question/bare-node.ts'
import type { PanelProps } from '#web/question/point.ts'
import { useKey } from '#web/ui/keys.ts'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { AddTile } from './add-tile.tsx'
import { BoardBar } from './board-bar.tsx'
import type { DashboardChange, Tile } from './dashboard-data.ts'
import { InsightTile } from './insight-tile.tsx'
import { KeptBar } from './kept-bar.tsx'
import { OverrideBar } from './override-bar.tsx'
import { TextTile } from './text-tile.tsx'
import { placesOf, storedPlace } from './tile-layout.ts'
import { type GridTile, TilesGrid } from './tiles-grid.tsx'
import { useBoard } from './use-board.ts'
import { useBoardChanges } from './use-board-changes.ts'
import { useKeptPlace } from './use-kept-place.ts'
import { useTileChanges } from './use-tile-changes.ts'
import 'react-grid-layout/css/styles.css'
import './dashboard.css'

interface BoardProps {
  readonly id: number
  /** Whether the user may change the dashboards of the project. */
  readonly mayChange: boolean
  /** The panel that lists the people behind a number. */
  readonly People: ComponentType<PanelProps>
  /** Returns the button that shares the dashboard with this id. */
  share(id: number): ReactNode
}

type Opened = Pick<PanelProps, 'point' | 'question'>

/**
 * The page `/project/:id/dashboards/:id#f=…`, with the tiles of a dashboard, one override for all of them,
 * and their layout.
 */
export function Board({ id, mayChange, People, share }: BoardProps) {
  const project = useProject()
  const queries = useQueryClient()
  const { board, change, override, setOverride } = useBoard(id)
  const [isEditing, setEditing] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const tilesPlace = useRef<HTMLDivElement>(null)
  const { save, move, takeOff, bin, duplicate, keepForEveryone, changeFilters } = useBoardChanges(
    id,
    board.data,
    change,
  )
  const actsOn = useTileChanges(id, save)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['answer', project.id] })
  useKey('r', refresh)
  useKeptPlace(id, board)
  const dashboard = board.data
  if (board.isError) return <ErrorBox error={board.error} onRetry={() => void board.refetch()} />
  if (dashboard === undefined) return null

  const add = (tile: NonNullable<DashboardChange['tiles']>[number]) => {
    setAdding(false)
    save({ tiles: [tile] })
  }
  const contentOf = (tile: Tile): ReactNode => {
    const acts = mayChange ? { ...actsOn(tile), onRemove: () => takeOff(tile) } : null
    const shared = { boardId: id, acts }
    if (tile.text !== null)
      return (
        <TextTile
          text={tile.text}
          {...shared}
          color={tile.color}
          onChange={mayChange ? (body) => save({ tiles: [{ id: tile.id, text: { body } }] }) : null}
        />
      )
    if (tile.insight === null) return null
    return (
      <InsightTile
        tile={{ ...tile, insight: tile.insight }}
        onPoint={(point, question) => setOpened({ point, question })}
        {...shared}
      />
    )
  }
  return (
    <div className="board">
      <BoardBar
        dashboard={dashboard}
        mayChange={mayChange}
        isEditing={isEditing}
        share={share(id)}
        onChange={save}
        onEdit={setEditing}
        onAdd={() => setAdding(true)}
        onFullScreen={() => void tilesPlace.current?.requestFullscreen()}
        onDuplicate={duplicate}
        onBin={bin}
      />
      <div className={opened === null ? 'board__main' : 'board__main board__main--panel'}>
        <div className="page">
          <OverrideBar
            override={override}
            onChange={setOverride}
            onKeep={mayChange ? () => keepForEveryone(override, () => setOverride({})) : null}
            onRefresh={refresh}
          />
          <KeptBar
            filters={dashboard.filters}
            onChange={mayChange ? (filters) => changeFilters(filters) : null}
          />
          <div ref={tilesPlace} className="board__tiles">
            {dashboard.tiles.length === 0 ? (
              <StateBox
                title="Nothing is on this dashboard yet"
                text="Put saved insights and texts here, to read them together."
                actions={mayChange ? [{ label: 'Add', onClick: () => setAdding(true) }] : []}
              />
            ) : (
              <TilesGrid tiles={gridTiles(dashboard.tiles, contentOf)} isEditing={isEditing} onPlace={move} />
            )}
          </div>
        </div>
        <BoardPeople {...{ People, opened, setOpened }} />
      </div>
      {isAdding && (
        <AddTile
          onInsight={(insight) => add({ insight })}
          onText={(body) => add({ text: { body } })}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}

interface BoardPeopleProps {
  readonly People: ComponentType<PanelProps>
  readonly opened: Opened | null
  setOpened(opened: Opened | null): void
}

/** The panel with the people behind a number of a tile, if one is open. */
const BoardPeople = ({ People, opened, setOpened }: BoardPeopleProps) =>
  opened !== null && (
    <People
      point={opened.point}
      question={opened.question}
      onPoint={(point) => setOpened({ ...opened, point })}
      onClose={() => setOpened(null)}
    />
  )

const isNumber = (tile: Tile): boolean => {
  const filter = bareNode(tile.insight?.query)?.trendsFilter
  return filter?.display === 'BoldNumber'
}

function gridTiles(tiles: readonly Tile[], contentOf: (tile: Tile) => ReactNode): readonly GridTile[] {
  const places = placesOf(
    tiles.map((tile) => ({
      id: tile.id,
      isSmall: isNumber(tile) || tile.text !== null,
      place: storedPlace(tile),
    })),
  )
  return tiles.flatMap((tile) => {
    const place = places.get(tile.id)
    if (place === undefined) return []
    const name = tile.insight?.name || tile.insight?.derived_name || 'Text'
    return { id: tile.id, name, isNumber: isNumber(tile), place, content: contentOf(tile) }
  })
}
