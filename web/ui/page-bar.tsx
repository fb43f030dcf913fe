import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PageBarProps {
  /** The list that the page belongs to. */
  readonly crumb?: { readonly label: string; readonly to: string }
  readonly title: ReactNode
  /** After the title: a star, tags. */
  readonly beside?: ReactNode
  /** At the right end. */
  readonly actions?: ReactNode
}

/** The top of every page: where it is, its name, and what can be done with it. */
export function PageBar({ crumb, title, beside, actions }: PageBarProps) {
  return (
    <header className="bar">
      {crumb !== undefined && (
        <>
          <Link href={crumb.to} className="quiet only-wide">
            {crumb.label}
          </Link>
          <span className="quiet only-wide">/</span>
        </>
      )}
      <h1 className="cut">{title}</h1>
      {beside}
      <span className="grow" />
      {actions}
    </header>
  )
}
