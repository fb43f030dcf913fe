import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { statementsOf } from '#web/api/statements.ts'
import { CodeBox } from '#web/ui/code-box.tsx'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { usePanelFocus } from '#web/ui/use-panel-focus.ts'
import { curlOf } from './curl.ts'

interface SourceDrawerProps {
  readonly node: QueryNode
  onClose(): void
}

/**
 * A drawer that shows the question as programs need it: as a node, as a shell command that sends it, and as
 * the SQL that computes it.
 */
export function SourceDrawer({ node, onClose }: SourceDrawerProps) {
  const { id } = useProject()
  const panel = useRef<HTMLElement>(null)
  usePanelFocus(panel, onClose)
  const isStatement = node.kind === 'HogQLQuery'
  return (
    <SidePanel
      ref={panel}
      label="Source"
      title="Source"
      count="This question, as a program sends it."
      onClose={onClose}
    >
      <div className="panel__body">
        <CodeBox title="Node" text={JSON.stringify(node, null, 2)} />
        <CodeBox title="curl" text={curlOf(location.origin, id, node)} />
        {isStatement && <CodeBox title="SQL" text={String(node['query'] ?? '')} />}
        <Statements node={node} title={isStatement ? 'SQL of the event store' : 'SQL'} />
        <p className="quiet">Create the key under Settings, Keys. It needs the scope query:read.</p>
      </div>
    </SidePanel>
  )
}

const WALKED =
  'Its rows are not the result: they are read in ranges of persons or groups, and processed in order of time outside of the event store.'

interface StatementsProps {
  readonly node: QueryNode
  readonly title: string
}

/** The SQL statements that would be run now to answer the question. */
function Statements({ node, title }: StatementsProps) {
  const { id } = useProject()
  const { data, error } = useQuery(statementsOf(id, node))
  if (error !== null) return <p className="quiet">The SQL of this question: {error.message}</p>
  if (data === undefined) return <div className="skeleton codebox__skeleton" />
  return (
    <>
      {data.map(({ name, sql, is_walked }) => (
        <div key={name}>
          <CodeBox title={data.length === 1 ? title : `${title}, ${name}`} text={sql} />
          {is_walked && <p className="quiet">{WALKED}</p>}
        </div>
      ))}
      {data.length > 1 && (
        <p className="quiet">
          They run in this order. A later one uses the results of an earlier one, and is shown as it is for
          empty results.
        </p>
      )}
    </>
  )
}
