import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import type { AnswerPlace, Offers } from '#web/chart/answer-place.ts'
import { isGrey } from '#web/chart/color-of.ts'
import { Button } from '#web/ui/button.tsx'
import { dashboardsOf } from './dashboard-data.ts'
import { SeriesColors } from './series-colors.tsx'
import { TILE_COLORS, tileColor } from './tile-color.ts'

/** The actions on a tile, for a user who may change the dashboard. */
export interface TileActs {
  readonly color: string | null
  onColor(color: string | null): void
  onDuplicate(): void
  onMove(to: { readonly id: number; readonly name: string }): void
  onRemove(): void
}

interface TileMenuProps {
  readonly name: string
  /**
   * The id of the dashboard that the tile is on. The menu does not offer to move the tile to this dashboard.
   */
  readonly boardId: number
  /** The actions; null if the user may not change the dashboard. */
  readonly acts: TileActs | null
  /**
   * The `AnswerPlace` of the answer in the tile. When the menu opens, it shows what the answer offers at that
   * moment.
   */
  readonly place?: AnswerPlace
  onRefresh?(): void
  onEdit?(): void
}

/** The menu of a tile. */
export function TileMenu({ name, boardId, acts, place, onRefresh, onEdit }: TileMenuProps) {
  const [offers, setOffers] = useState<Offers>({})
  const [isColoring, setColoring] = useState(false)
  const names = (offers.names ?? []).filter((one) => !isGrey(one))
  const { chooseColor, saveCsv } = offers
  if (acts === null && onRefresh === undefined) return null
  return (
    <>
      <Menu position="bottom-end" onOpen={() => setOffers({ ...place?.offers.current })}>
        <Menu.Target>
          <Button look="plain" isSmall aria-label={`More about ${name}`} icon={<IconDots size={16} />} />
        </Menu.Target>
        <Menu.Dropdown>
          {onRefresh !== undefined && <Menu.Item onClick={onRefresh}>Refresh</Menu.Item>}
          {chooseColor && names.length > 0 && (
            <Menu.Item onClick={() => setColoring(true)}>Colours of the series</Menu.Item>
          )}
          {place?.onPicture && <Menu.Item onClick={place.onPicture}>PNG</Menu.Item>}
          {saveCsv !== undefined && <Menu.Item onClick={saveCsv}>CSV</Menu.Item>}
          {acts !== null && (
            <>
              {onEdit !== undefined && <Menu.Item onClick={onEdit}>Edit</Menu.Item>}
              <Menu.Item onClick={acts.onDuplicate}>Duplicate</Menu.Item>
              <MoveItems boardId={boardId} onMove={acts.onMove} />
              <ColorItems color={acts.color} onColor={acts.onColor} />
              <Menu.Item onClick={acts.onRemove}>Remove</Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isColoring && chooseColor && (
        <SeriesColors
          names={names}
          family={offers.family ?? ''}
          choose={chooseColor}
          onClose={() => setColoring(false)}
        />
      )}
    </>
  )
}

function MoveItems({ boardId, onMove }: Pick<TileMenuProps, 'boardId'> & Pick<TileActs, 'onMove'>) {
  const { data = [] } = useQuery(dashboardsOf(useProject().id))
  const others = data.filter(({ id }) => id !== boardId)
  if (others.length === 0) return <Menu.Item disabled>No other dashboard to move to</Menu.Item>
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item>Move to</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown className="tile-menu__boards">
        {others.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => onMove({ id, name: name ?? '' })}>
            {name || 'Untitled'}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  )
}

const ColorItems = ({ color, onColor }: Pick<TileActs, 'color' | 'onColor'>) => (
  <Menu.Sub>
    <Menu.Sub.Target>
      <Menu.Sub.Item>Colour of the tile</Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown>
      <Menu.Item aria-current={tileColor(color) === null} onClick={() => onColor(null)}>
        None
      </Menu.Item>
      {TILE_COLORS.map((one) => (
        <Menu.Item
          key={one}
          aria-current={one === color}
          leftSection={<span className="sw" style={{ '--c': tileColor(one) ?? undefined }} />}
          onClick={() => onColor(one)}
        >
          {one}
        </Menu.Item>
      ))}
    </Menu.Sub.Dropdown>
  </Menu.Sub>
)
