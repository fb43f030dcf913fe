import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { AnswerPlace, Offers } from '#web/chart/answer-place.ts'
import { Button } from '#web/ui/button.tsx'

interface SharedTileMenuProps {
  readonly name: string
  /** The `AnswerPlace` of the answer in the tile; null until the answer has been drawn. */
  readonly place: AnswerPlace | null
  /** The address of the tile's table as CSV. */
  readonly address: string
}

/** The menu of a tile for visitors, by which they can save its picture and its table. */
export function SharedTileMenu({ name, place, address }: SharedTileMenuProps) {
  const [offers, setOffers] = useState<Offers>({})
  return (
    <Menu position="bottom-end" onOpen={() => setOffers({ ...place?.offers.current })}>
      <Menu.Target>
        <Button look="plain" isSmall aria-label={`More about ${name}`} icon={<IconDots size={16} />} />
      </Menu.Target>
      <Menu.Dropdown>
        {place?.onPicture && <Menu.Item onClick={place.onPicture}>PNG</Menu.Item>}
        {offers.saveCsv !== undefined && <Menu.Item onClick={offers.saveCsv}>CSV</Menu.Item>}
        <Menu.Item component="a" href={address}>
          Table for spreadsheets
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
