import type { QueryNode } from '#web/api/ask.ts'
import { useProject } from '#web/api/project.ts'
import { CodeBox } from '#web/ui/code-box.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { curlOf } from './curl.ts'

interface SourceDrawerProps {
  readonly node: QueryNode
  onClose(): void
}

/** The question for programs: its node, and a command that asks it. */
export function SourceDrawer({ node, onClose }: SourceDrawerProps) {
  const { id } = useProject()
  return (
    <SidePanel label="Source" title="Source" count="The question, as programs ask it." onClose={onClose}>
      <div className="panel__body">
        <CodeBox title="Node" text={JSON.stringify(node, null, 2)} />
        <CodeBox title="curl" text={curlOf(location.origin, id, node)} />
        {node.kind === 'HogQLQuery' && <CodeBox title="SQL" text={String(node['query'] ?? '')} />}
        <p className="quiet">Create the key under Settings, Keys. It needs the scope query:read.</p>
      </div>
    </SidePanel>
  )
}
