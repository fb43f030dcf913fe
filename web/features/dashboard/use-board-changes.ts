import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { useTell, useToast } from '#web/ui/toast.tsx'
import {
  createDashboard,
  type Dashboard,
  type DashboardChange,
  type Override,
  type Tile,
} from './dashboard-data.ts'
import { type BoardFilters, withOverride } from './kept-filters.ts'
import { type TilePlace, withPlace } from './tile-layout.ts'
import { useMovedElsewhere } from './use-moved-elsewhere.ts'

type Change = (body: DashboardChange, preview?: (before: Dashboard) => Dashboard) => Promise<unknown>

/**
 * Returns the functions by which a user changes the dashboard. If the server refuses a change, a toast says
 * so. After a tile is removed or the dashboard is moved to the bin, the toast has a button Undo.
 */
export function useBoardChanges(id: number, dashboard: Dashboard | undefined, change: Change) {
  const { id: projectId } = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  const ownMoves = useMovedElsewhere(dashboard?.tiles, (name) => toast(`Another window moved ${name}`))
  const tell = useTell()
  const save: (...given: Parameters<Change>) => void = (...given) => tell(change(...given))

  const move = (tileId: number, place: TilePlace) => {
    const tile = dashboard?.tiles.find((one) => one.id === tileId)
    if (tile === undefined) return
    const layouts = withPlace(tile, place)
    ownMoves.note(tileId, place)
    save({ tiles: [{ id: tileId, layouts }] }, (before) => ({
      ...before,
      tiles: before.tiles.map((one) => (one.id === tileId ? { ...one, layouts } : one)),
    }))
  }
  const takeOff = (tile: Tile) => {
    save({ tiles: [{ id: tile.id, deleted: true }] }, (before) => ({
      ...before,
      tiles: before.tiles.filter((one) => one.id !== tile.id),
    }))
    toast('The tile is removed', {
      label: 'Undo',
      onClick: () => save({ tiles: [{ id: tile.id, deleted: false }] }),
    })
  }
  const bin = async () => {
    await change({ deleted: true })
    toast(`${dashboard?.name || 'The dashboard'} is in the bin`, {
      label: 'Undo',
      onClick: () => save({ deleted: false }),
    })
    navigate(`/project/${projectId}/dashboards`)
  }
  const duplicate = async () => {
    const copy = await createDashboard(projectId, { name: `${dashboard?.name} (copy)`, use_dashboard: id })
    await queries.invalidateQueries({ queryKey: ['dashboards', projectId] })
    navigate(`/project/${projectId}/dashboards/${copy.id}`)
  }
  const keepForEveryone = (override: Override, onKept: () => void) =>
    tell(change({ filters: withOverride(dashboard?.filters ?? {}, override) }).then(onKept))
  const changeFilters = (filters: BoardFilters) => {
    const before = dashboard?.filters ?? {}
    save({ filters })
    toast('The filter is removed for everyone', { label: 'Undo', onClick: () => save({ filters: before }) })
  }
  return {
    save,
    move,
    takeOff,
    bin: () => tell(bin()),
    duplicate: () => tell(duplicate()),
    keepForEveryone,
    changeFilters,
  }
}
