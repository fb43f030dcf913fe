import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { SCHEMES } from '#web/ui/scheme.ts'

/** The address of the API reference on this server. */
export const READER = '/api/docs/'

/** The items of the help menu: snippets, keyboard shortcuts, the API reference, and the theme. */
export function HelpItems({ onKeys }: { onKeys(): void }) {
  const project = useProject()
  const [, navigate] = useLocation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Item onClick={() => navigate(`/welcome?project=${project.id}`)}>Snippets</Menu.Item>
      <Menu.Item onClick={onKeys}>Keyboard shortcuts</Menu.Item>
      <Menu.Item component="a" href={READER} target="_blank" rel="noreferrer">
        API reference
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>Theme</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
      >
        {SCHEMES.map(([scheme, label]) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
