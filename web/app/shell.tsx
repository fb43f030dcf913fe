import { Menu } from '@mantine/core'
import {
  IconActivity,
  IconBuilding,
  IconChartLine,
  IconHelp,
  IconInbox,
  IconLayoutDashboard,
  IconPlus,
  IconPointer,
  IconSearch,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { groupTypes } from '#web/api/group-types.ts'
import { ingestion } from '#web/api/ingestion.ts'
import { type Project, useProject } from '#web/api/project.ts'
import { capital } from '#web/ui/capital.ts'
import { useKey } from '#web/ui/keys.ts'
import { Mark } from '#web/ui/mark.tsx'
import { useShortcuts } from '#web/ui/use-shortcuts.ts'
import { useFrameKeys } from './frame-keys.tsx'
import { HelpItems } from './help-items.tsx'
import { Pinned } from './pinned.tsx'
import { ProjectMenu } from './project-menu.tsx'
import { TabBar } from './tab-bar.tsx'

interface ShellProps {
  readonly user: { readonly first_name: string; readonly email: string }
  readonly projects: readonly Project[]
  readonly children: ReactNode
}

interface Place {
  readonly to: string
  readonly label: string
  readonly icon: typeof IconPlus
}
/** The pages of a project, in groups with headings. The first group has no heading. */
const PLACES: readonly (readonly [string | null, readonly Place[]])[] = [
  [
    null,
    [
      { to: 'dashboards', label: 'Dashboards', icon: IconLayoutDashboard },
      { to: 'insights', label: 'Insights', icon: IconChartLine },
    ],
  ],
  [
    'People',
    [
      { to: 'persons', label: 'Persons', icon: IconUsers },
      { to: 'cohorts', label: 'Cohorts', icon: IconUsersGroup },
    ],
  ],
  [
    'Data',
    [
      { to: 'events', label: 'Events', icon: IconActivity },
      { to: 'actions', label: 'Actions', icon: IconPointer },
      { to: 'ingestion', label: 'Ingestion', icon: IconInbox },
    ],
  ],
]

const EVERY_MS = 60_000

/** Returns the groups of pages. After the persons, there is an entry for each group type. */
function usePlaces(projectId: number): typeof PLACES {
  const { data: types = [] } = useQuery(groupTypes(projectId))
  const ofGroups = types.map(({ index, plural }) => ({
    to: `groups/${index}`,
    label: capital(plural),
    icon: IconBuilding,
  }))
  return PLACES.map(([heading, places]) => [
    heading,
    places.flatMap((place) => (place.to === 'persons' ? [place, ...ofGroups] : [place])),
  ])
}

/** Returns the number of events that were refused in the last day. */
function useRefused(projectId: number): number {
  const { data } = useQuery(ingestion(projectId, { limit: 1, hours: 24, everyMs: EVERY_MS }))
  return data?.hours.reduce((sum, { refused }) => sum + refused, 0) ?? 0
}

/**
 * Returns a ref for the main part of the frame. When another page opens, and the element that had the focus
 * is gone, the main part gets the focus, so that Tab continues from there.
 */
function useFocusAt(path: string) {
  const main = useRef<HTMLElement>(null)
  const last = useRef(path)
  useEffect(() => {
    if (last.current !== path && document.activeElement === document.body)
      main.current?.focus({ preventScroll: true })
    last.current = path
  }, [path])
  return main
}

/**
 * The frame of all pages: the navigation is at the left, in editors it is a narrow rail, and on phones
 * there are tabs at the bottom.
 */
export function Shell({ user, projects, children }: ShellProps) {
  const project = useProject()
  const [path, navigate] = useLocation()
  const base = `/project/${project.id}`
  const places = usePlaces(project.id)
  const refused = useRefused(project.id)
  const isEditor = /\/insights\/[^/]+/.test(path)
  const [isRailChosen, setRailChosen] = useState<boolean | null>(null)
  const isRail = isRailChosen ?? isEditor
  useKey('[', () => setRailChosen(!isRail))
  const { open, overlay } = useFrameKeys()
  const openPalette = () => open('palette')
  useShortcuts()
  const main = useFocusAt(path)
  useKey('n', () => navigate(`${base}/insights/new`))
  const item = ({ to, label, icon: Icon }: Place) => {
    const address = `${base}/${to}`
    const isHere = path === address || path.startsWith(`${address}/`)
    return (
      <Link
        key={to}
        href={address}
        className="side__item"
        aria-current={isHere ? 'page' : undefined}
        title={label}
      >
        <Icon className="i" aria-hidden />
        <span className={isRail ? 'sr' : 'grow cut'}>{label}</span>
        {to === 'ingestion' && refused > 0 && (
          <span className="dot" role="img" aria-label={`${refused} refused in the last day`} />
        )}
      </Link>
    )
  }
  return (
    <div className={isRail ? 'app app--rail' : 'app'}>
      <nav className="side" aria-label="Main">
        <div className="side__top">
          <Link href="/" aria-label="Throughline">
            <Mark />
          </Link>
          {!isRail && <ProjectMenu projects={projects} onNew={() => open('project')} />}
        </div>
        <button
          type="button"
          className={isRail ? 'side__item' : 'side__find'}
          title="Search"
          onClick={openPalette}
        >
          <IconSearch className="i" aria-hidden />
          <span className={isRail ? 'sr' : 'grow'}>Search</span>
          {!isRail && <kbd className="kbd">/</kbd>}
        </button>
        <Link
          href={`${base}/insights/new`}
          className={isRail ? 'side__item' : 'side__new'}
          title="New insight"
        >
          <IconPlus className="i" aria-hidden />
          <span className={isRail ? 'sr' : undefined}>New insight</span>
        </Link>
        {places.map(([heading, inGroup]) => (
          <div key={heading ?? ''} className="side__group">
            {heading !== null &&
              (isRail ? <div className="rail__gap" /> : <div className="side__label">{heading}</div>)}
            {inGroup.map(item)}
          </div>
        ))}
        {!isRail && <Pinned />}
        <div className="side__foot">
          {item({ to: 'settings/project', label: 'Settings', icon: IconSettings })}
          <Menu position="right-end" withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <button type="button" className="side__item" title="Help and API">
                <IconHelp className="i" aria-hidden />
                <span className={isRail ? 'sr' : 'grow cut'}>Help and API</span>
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <HelpItems onKeys={() => open('keys')} />
            </Menu.Dropdown>
          </Menu>
          <Link href="/account/profile" className="side__item" title={user.email}>
            <span className="face" aria-hidden>
              {(user.first_name || user.email).slice(0, 2).toUpperCase()}
            </span>
            <span className={isRail ? 'sr' : undefined}>Account</span>
          </Link>
        </div>
      </nav>
      <main ref={main} className="main" tabIndex={-1}>
        {children}
      </main>
      <TabBar onOpen={open} />
      {overlay}
    </div>
  )
}
