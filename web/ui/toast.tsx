import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

interface ToastAction {
  readonly label: string
  /**
   * Performs the action. If it returns a promise that rejects, the next toast shows the message of the
   * error.
   */
  onClick(): unknown
}
interface ToastEntry {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | null
}
type ShowToast = (text: string, action?: ToastAction) => void

const ToastContext = createContext<ShowToast>(() => undefined)
/**
 * Returns a function that shows a toast. Its text is a sentence about what has happened, such as "Payments
 * is in the bin". If the change can be undone, the toast has a button Undo.
 */
export const useToast = (): ShowToast => useContext(ToastContext)

/**
 * Returns a function for work that has begun and whose result nobody waits for. If the work fails, a toast
 * shows the message of the error.
 */
export function useTell(): (work: Promise<unknown>) => void {
  const toast = useToast()
  return (work) => void work.catch((error: Error) => toast(error.message))
}

const SHOWN_MS = 8_000

/** Shows the toasts of the page. Each disappears after 8 seconds, and there are never more than three. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastEntry[]>([])
  const drop = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), [])
  const show = useMemo<ShowToast>(() => {
    let lastId = 0
    return (text, action) => {
      lastId += 1
      const id = lastId
      setToasts((all) => [...all.slice(-2), { id, text, action: action ?? null }])
      setTimeout(() => drop(id), SHOWN_MS)
    }
  }, [drop])
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts" role="status">
        {toasts.map(({ id, text, action }) => (
          <div key={id} className="toast">
            <span>{text}</span>
            {action !== null && (
              <button
                type="button"
                onClick={() => {
                  Promise.resolve(action.onClick()).catch((error: Error) => show(error.message))
                  drop(id)
                }}
              >
                {action.label}
              </button>
            )}
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  )
}
