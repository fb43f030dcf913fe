import type { ReactNode } from 'react'

/** A table with the numbers of a chart. It is folded until the user opens it. */
export const AsTable = ({ children }: { readonly children: ReactNode }) => (
  <details className="astable">
    <summary>As a table</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways can be reached by keys */}
    <section className="astable__scroll" aria-label="Table" tabIndex={0}>
      {children}
    </section>
  </details>
)
