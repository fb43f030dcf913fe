const places = new EventTarget()
const INSERT = 'insert'

/** Inserts a name into the statement that is open, at its caret. */
export const insertName = (name: string): void => {
  places.dispatchEvent(new CustomEvent(INSERT, { detail: name }))
}

/** Calls `insert` for every name that is inserted. Returns a function that ends this. */
export function onInsert(insert: (name: string) => void): () => void {
  const listen = (event: Event) => insert((event as CustomEvent<string>).detail)
  places.addEventListener(INSERT, listen)
  return () => places.removeEventListener(INSERT, listen)
}
