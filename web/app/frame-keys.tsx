import { useCallback, useEffect, useState } from 'react'
import { chunk } from '#web/ui/chunk.tsx'
import { useKey } from '#web/ui/keys.ts'
import { useHeldLetters } from '#web/ui/use-held-letters.ts'

const Palette = chunk(async () => (await import('./palette.tsx')).Palette)
const KeyHelp = chunk(async () => (await import('./key-help.tsx')).KeyHelp)

type Opened = 'palette' | 'keys' | null

/** What opens over any screen: the palette by `/` or ⌘K, the keys by `?`. */
export function useFrameKeys() {
  const [opened, setOpened] = useState<Opened>(null)
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
      {opened === 'palette' && <Palette onClose={close} />}
      {opened === 'keys' && <KeyHelp onClose={close} />}
    </>
  )
  return { openPalette, overlay }
}
