import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { type Project, useProject } from '#web/api/project.ts'

/** The name of the project; with several, the way to another one. */
export function ProjectMenu({ projects }: { readonly projects: readonly Project[] }) {
  const project = useProject()
  const [, navigate] = useLocation()
  if (projects.length < 2) return <span className="project cut">{project.name}</span>
  return (
    <Menu>
      <Menu.Target>
        <button type="button" className="project cut">
          <span className="cut">{project.name}</span>
          <IconChevronDown size={14} aria-hidden />
          <span className="sr">, change the project</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => navigate(`/project/${id}/insights`)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
