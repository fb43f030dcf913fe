import { useQueryClient } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { useTell, useToast } from '#web/ui/toast.tsx'
import {
  addTile,
  changeDashboard,
  copyInsight,
  type DashboardChange,
  type NewTile,
  type Tile,
} from './dashboard-data.ts'
import type { TileActs } from './tile-menu.tsx'

/**
 * Returns a function from a tile to the actions of its menu. `save` changes the dashboard `id`, which has
 * the tile.
 */
export function useTileChanges(id: number, save: (change: DashboardChange) => void) {
  const { id: projectId } = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const tell = useTell()
  const refetch = () => queries.invalidateQueries({ queryKey: ['dashboard', projectId] })

  const duplicate = async (tile: Tile) => {
    const insight = tile.insight?.id == null ? null : (await copyInsight(projectId, tile.insight.id)).id
    const copy = insight === null ? textOf(tile) : { insight }
    const added = await addTile(projectId, id, { ...copy, layouts: sizeOf(tile), color: tile.color })
    await refetch()
    toast('The copy is on the dashboard', {
      label: 'Undo',
      onClick: () => save({ tiles: [{ id: added.id, deleted: true }] }),
    })
  }
  const move = async (tile: Tile, to: { readonly id: number; readonly name: string }) => {
    const moved = tile.insight?.id == null ? textOf(tile) : { insight: tile.insight.id }
    const added = await addTile(projectId, to.id, { ...moved, layouts: sizeOf(tile), color: tile.color })
    await changeDashboard(projectId, id, { tiles: [{ id: tile.id, deleted: true }] })
    await refetch()
    toast(`The tile is on ${to.name || 'the other dashboard'}`, {
      label: 'Undo',
      onClick: async () => {
        await changeDashboard(projectId, to.id, { tiles: [{ id: added.id, deleted: true }] })
        save({ tiles: [{ id: tile.id, deleted: false }] })
      },
    })
  }
  return (tile: Tile): Omit<TileActs, 'onRemove'> => ({
    color: tile.color,
    onColor: (color) => save({ tiles: [{ id: tile.id, color }] }),
    onDuplicate: () => tell(duplicate(tile)),
    onMove: (to) => tell(move(tile, to)),
  })
}

const textOf = ({ text }: Tile): Pick<NewTile, 'text'> => ({ text: { body: text?.body ?? '' } })

/**
 * Returns the layout for a copy of a tile: its size, and a position below all other tiles. At a position
 * that is taken, the copy would push another tile away.
 */
function sizeOf({ layouts }: Tile): Record<string, unknown> {
  const { sm } = layouts
  return typeof sm === 'object' && sm !== null ? { sm: { ...sm, x: 0, y: FAR_BELOW } } : {}
}

/** A row below all tiles. The grid moves the tile up from there until it is below another tile. */
const FAR_BELOW = 10_000
