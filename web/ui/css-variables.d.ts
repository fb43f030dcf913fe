import 'react'

declare module 'react' {
  /** Lets styles set CSS variables as well. React passes them on as they are. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
