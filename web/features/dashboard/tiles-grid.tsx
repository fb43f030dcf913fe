import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import ReactGridLayout, { useContainerWidth, verticalCompactor } from 'react-grid-layout'
import { COLUMNS, LEAST, placeAfterKey, type TilePlace } from './tile-layout.ts'

export interface GridTile {
  readonly id: number
  readonly name: string
  readonly isNumber: boolean
  readonly place: TilePlace
  readonly content: ReactNode
}

interface TilesGridProps {
  readonly tiles: readonly GridTile[]
  readonly isEditing: boolean
  onPlace(id: number, place: TilePlace): void
}

const ROW_HEIGHT_PX = 40
const GAP_PX = 12

/**
 * The tiles of a dashboard in a grid of 12 columns. Their layout is edited by pointer or by keyboard: arrow
 * keys move a tile, and with Shift they resize it.
 */
export function TilesGrid({ tiles, isEditing, onPlace }: TilesGridProps) {
  const isPhone = useMediaQuery('(max-width: 900px)', undefined, { getInitialValueInEffect: false })
  const { width, containerRef, mounted } = useContainerWidth()
  const layout = useMemo(
    () => tiles.map(({ id, place }) => ({ i: String(id), ...place, minW: LEAST, minH: LEAST })),
    [tiles],
  )
  if (isPhone)
    return (
      <div className="tiles tiles--phone">
        {[...tiles]
          .sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x)
          .map(({ id, isNumber, content, place }) => (
            <div
              key={id}
              className={isNumber ? 'tiles__cell num1' : 'tiles__cell'}
              style={{ minHeight: isNumber ? undefined : place.h * ROW_HEIGHT_PX }}
            >
              {content}
            </div>
          ))}
      </div>
    )
  const moveByKey = (tile: GridTile) => (event: KeyboardEvent) => {
    if (!isEditing || event.target !== event.currentTarget) return
    const place = placeAfterKey(tile.place, event.key, event.shiftKey)
    if (place === null) return
    event.preventDefault()
    onPlace(tile.id, place)
  }
  return (
    <div ref={containerRef} className="tiles">
      {mounted && (
        <ReactGridLayout
          width={width}
          layout={layout}
          gridConfig={{
            cols: COLUMNS,
            rowHeight: ROW_HEIGHT_PX,
            margin: [GAP_PX, GAP_PX],
            containerPadding: [0, 0],
          }}
          dragConfig={{ enabled: isEditing, cancel: 'a, button, textarea' }}
          resizeConfig={{ enabled: isEditing }}
          compactor={verticalCompactor}
          onLayoutChange={(changed) => {
            if (!isEditing) return
            for (const item of changed) {
              const before = tiles.find(({ id }) => String(id) === item.i)
              if (before !== undefined && !isSamePlace(before.place, item)) onPlace(before.id, item)
            }
          }}
        >
          {tiles.map((tile) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: keys move it in edit mode
            <div
              key={String(tile.id)}
              className={tile.isNumber ? 'tiles__cell num1' : 'tiles__cell'}
              {...(isEditing && {
                tabIndex: 0,
                role: 'group',
                'aria-label': `${tile.name}: arrows move it, Shift and arrows resize it`,
              })}
              onKeyDown={moveByKey(tile)}
            >
              {tile.content}
            </div>
          ))}
        </ReactGridLayout>
      )}
    </div>
  )
}

const isSamePlace = (a: TilePlace, b: TilePlace): boolean =>
  a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h
