import { Menu } from '@mantine/core'
import { IconChartLine, IconDots, IconLayoutDashboard, IconPlus, IconUsers } from '@tabler/icons-react'
import { Link, useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import type { Overlay } from './frame-keys.tsx'
import { HelpItems } from './help-items.tsx'

const TABS = [
  ['insights', 'Insights', IconChartLine],
  ['dashboards', 'Dashboards', IconLayoutDashboard],
  ['insights/new', 'New', IconPlus],
  ['persons', 'Persons', IconUsers],
] as const
const MORE = [
  ['cohorts', 'Cohorts'],
  ['events', 'Events'],
  ['actions', 'Actions'],
  ['ingestion', 'Ingestion'],
  ['settings/project', 'Settings'],
] as const

interface TabBarProps {
  onOpen(overlay: Overlay): void
}

/** The tabs at the bottom on phones. The fifth tab, More, has all other pages. */
export function TabBar({ onOpen }: TabBarProps) {
  const base = `/project/${useProject().id}`
  const [path, navigate] = useLocation()
  // The current entry is the longest one that the address begins with: `insights/new` before `insights`.
  const current = [...TABS]
    .map(([to]) => to)
    .filter((to) => path === `${base}/${to}` || path.startsWith(`${base}/${to}/`))
    .sort((a, b) => b.length - a.length)[0]
  return (
    <nav className="tabbar" aria-label="Tabs">
      {TABS.map(([to, label, Icon]) => (
        <Link key={to} href={`${base}/${to}`} aria-current={to === current ? 'page' : undefined}>
          <Icon className="i" aria-hidden />
          {label}
        </Link>
      ))}
      <Menu position="top-end">
        <Menu.Target>
          <button type="button">
            <IconDots className="i" aria-hidden />
            More
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen('palette')}>Search</Menu.Item>
          {MORE.map(([to, label]) => (
            <Menu.Item key={to} onClick={() => navigate(`${base}/${to}`)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => navigate('/account/profile')}>Account</Menu.Item>
          <Menu.Divider />
          <HelpItems onKeys={() => onOpen('keys')} />
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}
