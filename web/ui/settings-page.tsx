import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PageBar } from './page-bar.tsx'
import './settings.css'

interface SettingsPageProps {
  readonly title: string
  /** The parts of this page, and their addresses. */
  readonly parts: readonly { readonly label: string; readonly to: string }[]
  readonly current: string
  readonly children: ReactNode
}

/** A page of settings. Its parts are listed at the left, and one of them is open. */
export function SettingsPage({ title, parts, current, children }: SettingsPageProps) {
  return (
    <>
      <PageBar title={title} />
      <div className="page settings">
        <nav className="settings__parts" aria-label={title}>
          {parts.map(({ label, to }) => (
            <Link
              key={to}
              href={to}
              className="side__item"
              aria-current={to === current ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="settings__part">{children}</div>
      </div>
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** A section of a settings page, with a heading. */
export const Section = ({ title, text, children }: SectionProps) => (
  <section className="settings__section">
    <h2>{title}</h2>
    {text !== undefined && <p className="soft">{text}</p>}
    {children}
  </section>
)
