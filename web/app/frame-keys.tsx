import { useCallback, useEffect, useState } from 'react'
import { chunk } from '#web/ui/chunk.tsx'
import { useKey } from '#web/ui/keys.ts'
import { useHeldLetters } from '#web/ui/use-held-letters.ts'

const Palette = chunk(async () => (await import('./palette.tsx')).Palette)
const KeyHelp = chunk(async () => (await import('./key-help.tsx')).KeyHelp)
const NewProject = chunk(async () => (await import('./new-project.tsx')).NewProject)

export type Overlay = 'palette' | 'keys' | 'project'

/**
 * Returns the dialogs that open over any page, with their keys: the palette (`/` or ⌘K), the list of
 * keyboard shortcuts (`?`), and the form for a new project.
 */
export function useFrameKeys() {
  const [opened, setOpened] = useState<Overlay | null>(null)
  const openPalette = useCallback(() => setOpened('palette'), [])
  useKey('/', openPalette)
  useKey(
    '?',
    useCallback(() => setOpened('keys'), []),
  )
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpened('palette')
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const close = useCallback(() => setOpened(null), [])
  useHeldLetters(opened !== null)
  const overlay = (
    <>
      {opened === 'palette' && <Palette onClose={close} onOpen={setOpened} />}
      {opened === 'keys' && <KeyHelp onClose={close} />}
      {opened === 'project' && <NewProject onClose={close} />}
    </>
  )
  return { open: setOpened, overlay }
}
