import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface PageBarProps {
  /** A link to the list that the page belongs to. */
  readonly crumb?: { readonly label: string; readonly to: string }
  readonly title: ReactNode
  /** Elements after the title, such as a star and tags. */
  readonly beside?: ReactNode
  /** Elements at the right end, such as buttons. */
  readonly actions?: ReactNode
}

/** The bar at the top of every page. It has the link to the list, the name of the page, and its actions. */
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
