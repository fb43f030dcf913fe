import type { ReactNode } from 'react'
import { useProject } from '#web/api/project.ts'
import { SettingsPage } from '#web/ui/settings-page.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import { KeysPart } from './keys-part.tsx'
import { MembersPart } from './members-part.tsx'
import { ProjectPart } from './project-part.tsx'
import { SharingPart } from './sharing-part.tsx'
import { SignInPart } from './sign-in-part.tsx'
import { StoragePart } from './storage-part.tsx'

const PARTS: readonly { readonly name: string; readonly label: string; readonly show: () => ReactNode }[] = [
  { name: 'project', label: 'Project', show: () => <ProjectPart /> },
  { name: 'members', label: 'Members', show: () => <MembersPart /> },
  { name: 'keys', label: 'Keys', show: () => <KeysPart /> },
  { name: 'sharing', label: 'Sharing', show: () => <SharingPart /> },
  { name: 'storage', label: 'Storage', show: () => <StoragePart /> },
  { name: 'sign-in', label: 'Sign-in', show: () => <SignInPart /> },
]

/** The page `/project/:id/settings/:part`. */
export function Settings({ part }: { readonly part: string }) {
  const base = `/project/${useProject().id}/settings`
  return (
    <SettingsPage
      title="Settings"
      parts={[
        ...PARTS.map(({ name, label }) => ({ label, to: `${base}/${name}` })),
        // The list of annotations belongs to the feature `library`, so the frame shows it and not this
        // page.
        { label: 'Annotations', to: `${base}/annotations` },
      ]}
      current={`${base}/${part}`}
    >
      {PARTS.find(({ name }) => name === part)?.show() ?? (
        <StateBox title="This settings page does not exist" />
      )}
    </SettingsPage>
  )
}
