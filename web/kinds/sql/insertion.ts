const places = new EventTarget()
const INSERT = 'insert'

/** Puts a name at the caret of the statement that is open. */
export const insertName = (name: string): void => {
  places.dispatchEvent(new CustomEvent(INSERT, { detail: name }))
}

/** Calls `insert` for each name, until the returned function is called. */
export function onInsert(insert: (name: string) => void): () => void {
  const listen = (event: Event) => insert((event as CustomEvent<string>).detail)
  places.addEventListener(INSERT, listen)
  return () => places.removeEventListener(INSERT, listen)
}
