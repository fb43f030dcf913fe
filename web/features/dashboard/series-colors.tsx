import { Modal } from '@mantine/core'
import { ColorChoices } from '#web/chart/color-menu.tsx'
import { useColors } from '#web/chart/use-colors.ts'

interface SeriesColorsProps {
  readonly names: readonly string[]
  readonly family: string
  choose(name: string, color: number): void
  onClose(): void
}

/**
 * Dialog that chooses the colours of the series of a tile. The colour of a name applies to all charts of
 * the project.
 */
export function SeriesColors({ names, family, choose, onClose }: SeriesColorsProps) {
  const { of } = useColors(names, family)
  return (
    <Modal
      opened
      title="Colours of the series"
      onClose={onClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ul className="colors">
        {names.map((name) => (
          <li key={name}>
            <span className="line">
              <span className="sw" style={{ '--c': of(name) }} />
              <span className="cut">{name}</span>
            </span>
            <ColorChoices name={name} choose={(color) => choose(name, color)} />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
