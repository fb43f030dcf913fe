import { IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { chunk } from '#web/ui/chunk.tsx'
import type { Shared } from './sharing-data.ts'
import './share.css'

const ShareDialog = chunk(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** Button that opens the dialog with the link of an insight or a dashboard. */
export function ShareButton({ shared }: { readonly shared: Shared }) {
  const { user_access_level } = useProject()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="only-wide" icon={<IconShare2 size={16} />} onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <ShareDialog
          shared={shared}
          mayChange={user_access_level !== 'viewer'}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/**
 * The share button of the editor of insights. The frame passes it in, because the editor may not import
 * another feature.
 */
export const ShareInsight = ({ insightId }: { readonly insightId: number }) => (
  <ShareButton shared={{ noun: 'insight', id: insightId }} />
)
