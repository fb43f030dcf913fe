import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { StateBox } from './state-box.tsx'

/**
 * A component with a chunk of its own, which is loaded when it is first shown, or before (`preload`). `waiting` stands until then.
 * `lazy` of React is not used: under Suspense a part that is there waits until 300 ms after the last empty one.
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
        // The next showing asks again.
        loading = null
        throw error
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once a chunk, when the module is read
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

/** After an upgrade of the server an open page asks for files that are no longer there. */
const NotLoaded = () => (
  <StateBox
    isError
    title="This part of the page could not be loaded"
    text="The server does not answer, or was updated after this page was opened."
    actions={[{ label: 'Reload the page', onClick: () => location.reload() }]}
  />
)
