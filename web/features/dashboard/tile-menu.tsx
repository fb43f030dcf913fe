import { Menu, Modal } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import type { AnswerPlace, Offers } from '#web/chart/answer-place.ts'
import { ColorChoices } from '#web/chart/color-menu.tsx'
import { isGrey } from '#web/chart/color-of.ts'
import { useColors } from '#web/chart/use-colors.ts'
import { Button } from '#web/ui/button.tsx'

interface TileMenuProps {
  readonly name: string
  /** What the answer of the tile offers is read when the menu opens. */
  readonly place: AnswerPlace
  onRefresh(): void
  onDuplicate(): void
  /** Null where the reader may not change the dashboard. */
  readonly onRemove: (() => void) | null
}

/** What can be done with a tile. */
export function TileMenu({ name, place, onRefresh, onDuplicate, onRemove }: TileMenuProps) {
  const [offers, setOffers] = useState<Offers>({})
  const [isColoring, setColoring] = useState(false)
  const names = (offers.names ?? []).filter((one) => !isGrey(one))
  const { chooseColor, saveCsv } = offers
  return (
    <>
      <Menu onOpen={() => setOffers({ ...place.offers.current })}>
        <Menu.Target>
          <Button look="plain" isSmall aria-label={`More about ${name}`} icon={<IconDots size={16} />} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onRefresh}>Refresh</Menu.Item>
          <Menu.Item onClick={onDuplicate}>Duplicate</Menu.Item>
          {chooseColor && names.length > 0 && (
            <Menu.Item onClick={() => setColoring(true)}>Colours</Menu.Item>
          )}
          {place.onPicture !== null && <Menu.Item onClick={place.onPicture}>PNG</Menu.Item>}
          {saveCsv !== undefined && <Menu.Item onClick={saveCsv}>CSV</Menu.Item>}
          {onRemove !== null && <Menu.Item onClick={onRemove}>Take off</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {isColoring && chooseColor && (
        <Modal
          opened
          title="Colours"
          onClose={() => setColoring(false)}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <Colors names={names} choose={chooseColor} />
        </Modal>
      )}
    </>
  )
}

interface ColorsProps {
  readonly names: readonly string[]
  choose(name: string, color: number): void
}

/** One line a series. A colour stays with its name in all charts of the project. */
function Colors({ names, choose }: ColorsProps) {
  const { of } = useColors(names)
  return (
    <ul className="colors">
      {names.map((name) => (
        <li key={name}>
          <span className="line">
            <span className="sw" style={{ '--c': of(name) } as CSSProperties} />
            <span className="cut">{name}</span>
          </span>
          <ColorChoices name={name} choose={(color) => choose(name, color)} />
        </li>
      ))}
    </ul>
  )
}
