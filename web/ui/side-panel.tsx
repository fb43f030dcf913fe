import { IconX } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Button } from './button.tsx'

interface SidePanelProps {
  readonly title: ReactNode
  /** The count in words: "22 of 187 persons signed up, 11.8 %". */
  readonly count?: ReactNode
  /** Buttons in the header, before the close button. */
  readonly actions?: ReactNode
  readonly label: string
  readonly foot?: ReactNode
  readonly children: ReactNode
  /** A ref to the panel, by which the focus is moved into it. */
  readonly ref?: Ref<HTMLElement>
  onClose(): void
}

/** A panel at the right side of the page, 384 px wide. On phones it is a sheet. */
export function SidePanel({ title, count, actions, label, foot, children, ref, onClose }: SidePanelProps) {
  return (
    <aside ref={ref} tabIndex={-1} className="panel sheet" aria-label={label}>
      <div className="panel__head">
        <div className="grow">
          <h2>{title}</h2>
          {count !== undefined && <p className="soft num">{count}</p>}
        </div>
        {actions}
        <Button look="plain" isSmall aria-label="Close" icon={<IconX size={16} />} onClick={onClose} />
      </div>
      {children}
      {foot !== undefined && <div className="panel__foot">{foot}</div>}
    </aside>
  )
}
