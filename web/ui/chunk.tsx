import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

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
    const [state, setState] = useState<{ readonly failure?: unknown }>({})
    useEffect(() => {
      if (Loaded !== null) return
      let isShown = true
      const show = (found: { readonly failure?: unknown }) => isShown && setState(found)
      preload().then(
        () => show({}),
        (failure: unknown) => show({ failure }),
      )
      return () => {
        isShown = false
      }
    }, [])
    if ('failure' in state) throw state.failure
    return Loaded === null ? waiting : <Loaded {...props} />
  }
  return Object.assign(Chunk, { preload })
}
