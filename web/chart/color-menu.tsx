import { Popover } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useState } from 'react'
import { COLOR_NAMES, isGrey } from './color-of.ts'

interface ColorMenuProps {
  readonly name: string
  choose(color: number): void
}

/** A menu of the ten series colours. The chosen colour applies to the name in all charts of the project. */
export function ColorMenu({ name, choose }: ColorMenuProps) {
  const [isOpen, setOpen] = useState(false)
  if (isGrey(name)) return null
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="colormenu"
          aria-label={`Colour of ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPalette className="i i--14" aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ColorChoices
          name={name}
          choose={(color) => {
            choose(color)
            setOpen(false)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/** The ten colours as buttons. */
export const ColorChoices = ({ name, choose }: ColorMenuProps) => (
  <fieldset className="colormenu__all" aria-label={`Colours for ${name}`}>
    {COLOR_NAMES.map((color, index) => (
      <button
        key={color}
        type="button"
        aria-label={color}
        title={color}
        style={{ '--c': `var(--c${index + 1})` }}
        onClick={() => choose(index + 1)}
      />
    ))}
  </fieldset>
)
