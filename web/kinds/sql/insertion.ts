const places = new EventTarget()
const INSERT = 'insert'

/** Inserts a name at the caret of the open statement. */
export const insertName = (name: string): void => {
  places.dispatchEvent(new CustomEvent(INSERT, { detail: name }))
}

/** Calls `insert` for each inserted name, until the returned function is called. */
export function onInsert(insert: (name: string) => void): () => void {
  const listen = (event: Event) => insert((event as CustomEvent<string>).detail)
  places.addEventListener(INSERT, listen)
  return () => places.removeEventListener(INSERT, listen)
}
