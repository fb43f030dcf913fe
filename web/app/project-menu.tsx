import { Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useLocation } from 'wouter'
import { type Project, useProject } from '#web/api/project.ts'

interface ProjectMenuProps {
  readonly projects: readonly Project[]
  onNew(): void
}

/**
 * The name of the project. It opens a menu that switches to another project or creates one. Creating a
 * project needs the role admin in at least one project.
 */
export function ProjectMenu({ projects, onNew }: ProjectMenuProps) {
  const project = useProject()
  const [, navigate] = useLocation()
  const mayMake = projects.some(({ user_access_level }) => user_access_level === 'admin')
  if (projects.length < 2 && !mayMake) return <span className="project cut">{project.name}</span>
  return (
    <Menu>
      <Menu.Target>
        <button type="button" className="project cut">
          <span className="cut">{project.name}</span>
          <IconChevronDown size={14} aria-hidden />
          <span className="sr">, switch project</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => navigate(`/project/${id}/insights`)}>
            {name}
          </Menu.Item>
        ))}
        {mayMake && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconPlus size={14} stroke={1.5} aria-hidden />} onClick={onNew}>
              New project
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
