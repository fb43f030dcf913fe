import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { StateBox } from './state-box.tsx'

/**
 * Returns a component whose code is in its own chunk. The chunk is loaded when the component is first
 * shown, or earlier by `preload`. Until it is loaded, `waiting` is shown. React's `lazy` is not used,
 * because Suspense holds a loaded component back until 300 ms after the last fallback appeared.
 */
export function chunk<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
) {
  let Loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const preload = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        Loaded = component
      },
      (error) => {
        // After a failure, the chunk is loaded again the next time the component is shown.
        loading = null
        throw error
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each chunk, at module load
  function Chunk(props: Props) {
    const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>(
      Loaded === null ? 'waiting' : 'loaded',
    )
    useEffect(() => {
      let isShown = true
      const show = (found: 'loaded' | 'failed') => isShown && setState(found)
      preload().then(
        () => show('loaded'),
        () => show('failed'),
      )
      return () => {
        isShown = false
      }
    }, [])
    if (state === 'failed') return <NotLoaded />
    return Loaded === null ? waiting : <Loaded {...props} />
  }
  return Object.assign(Chunk, { preload })
}

/**
 * Shown if a chunk cannot be loaded. This happens to pages that were opened before an upgrade of the
 * server: their files no longer exist.
 */
const NotLoaded = () => (
  <StateBox
    isError
    title="This part of the page could not be loaded"
    text="The server does not answer, or was updated after this page was opened."
    actions={[{ label: 'Reload the page', onClick: () => location.reload() }]}
  />
)
