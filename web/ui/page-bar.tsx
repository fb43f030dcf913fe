import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PageBarProps {
  /** The list that the page belongs to, as a link. */
  readonly crumb?: { readonly label: string; readonly to: string }
  readonly title: ReactNode
  /** Shown after the title: a star, tags. */
  readonly beside?: ReactNode
  /** Shown at the right end. */
  readonly actions?: ReactNode
}

/** The top of every page: where it is, its name, and its actions. */
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
