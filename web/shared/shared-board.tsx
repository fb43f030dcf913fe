import { type ReactNode, useState } from 'react'
import type { SharedRange } from '#contract/shared-range.ts'
import { useZone } from '#web/api/project.ts'
import type { AnswerPlace } from '#web/chart/answer-place.ts'
import { placesOf, storedPlace } from '#web/features/dashboard/tile-layout.ts'
import { TileText } from '#web/features/dashboard/tile-text.tsx'
import { type GridTile, TilesGrid } from '#web/features/dashboard/tiles-grid.tsx'
import { Age } from '#web/ui/age.tsx'
import { KindIcon } from '#web/ui/kind-icon.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import { csvAddress, type Link, nodeOf, type SharedDashboard } from './link-data.ts'
import { SharedAnswer } from './shared-answer.tsx'
import { SharedTileMenu } from './shared-tile-menu.tsx'
import 'react-grid-layout/css/styles.css'
import '#web/features/dashboard/dashboard.css'

interface SharedBoardProps {
  readonly dashboard: SharedDashboard
  readonly link: Link
  readonly range: SharedRange | null
}
type Tile = SharedDashboard['tiles'][number]

/** The tiles of a shared dashboard, in the layout of the dashboard. */
export function SharedBoard({ dashboard, link, range }: SharedBoardProps) {
  const { tiles } = dashboard
  const isNumber = ({ insight }: Tile): boolean => {
    const filter = insight && nodeOf(insight, link, range)?.trendsFilter
    return filter?.display === 'BoldNumber'
  }
  if (tiles.length === 0) return <StateBox title="Nothing is on this dashboard yet" />
  const places = placesOf(
    tiles.map((tile) => ({
      id: tile.id,
      isSmall: isNumber(tile) || tile.text !== null,
      place: storedPlace(tile),
    })),
  )
  const shown = tiles.flatMap((tile): GridTile[] => {
    const place = places.get(tile.id)
    if (place === undefined) return []
    const name = nameOf(tile)
    return [
      {
        ...{ id: tile.id, name, place },
        isNumber: isNumber(tile),
        content: <SharedTile {...{ tile, name, link, range }} />,
      },
    ]
  })
  return <TilesGrid tiles={shown} isEditing={false} onPlace={() => undefined} />
}

const nameOf = ({ insight }: Tile): string =>
  insight === null ? 'Text' : insight.name || insight.derived_name || 'Untitled'

interface SharedTileProps {
  readonly tile: Tile
  readonly name: string
  readonly link: Link
  readonly range: SharedRange | null
}

function SharedTile({ tile, name, link, range }: SharedTileProps): ReactNode {
  const zone = useZone()
  const { insight, text } = tile
  const [place, setPlace] = useState<AnswerPlace | null>(null)
  if (insight === null)
    return (
      <section className="card tile note" aria-label="Text">
        <TileText body={text?.body ?? ''} />
      </section>
    )
  return (
    <section className="card tile" aria-label={name}>
      <header className="tile__head">
        <KindIcon kind={nodeOf(insight, link, range)?.kind ?? ''} />
        <h2 className="cut" dir="auto">
          {name}
        </h2>
        <span className="grow" />
        {insight.last_refresh !== null && <Age at={insight.last_refresh} timeZone={zone} />}
        {insight.results !== null && (
          <SharedTileMenu name={name} place={place} address={csvAddress(link.token, range, tile.id)} />
        )}
      </header>
      <div className="tile__body">
        <SharedAnswer {...{ insight, link, range }} onPlace={setPlace} isTile />
      </div>
    </section>
  )
}
