import 'react'

declare module 'react' {
  /** Styles of this page set CSS variables as well, which React passes on as they are. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined
  }
}
