import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProject } from '#web/api/project.ts'
import { insertName } from './insertion.ts'
import { columnsOf, eventProperties, type SchemaColumn, TABLES } from './schema.ts'
import './sql.css'
import { Refusal } from '#web/ui/refusal.tsx'

/**
 * The list of tables and their columns, at the left. A click on a name inserts it into the statement at its
 * caret.
 */
export function SqlForm() {
  return (
    <div className="block">
      <div className="block__head">Tables</div>
      <div className="schema">
        {TABLES.map((table) => (
          <Table key={table} table={table} />
        ))}
      </div>
    </div>
  )
}

function Table({ table }: { readonly table: string }) {
  const { id } = useProject()
  const [isOpen, setOpen] = useState(table === 'events')
  const columns = useQuery({ ...columnsOf(id, table), enabled: isOpen })
  const properties = useQuery({ ...eventProperties(id), enabled: isOpen && table === 'events' })
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="mono">{table}</span>
      </summary>
      <Refusal text={columns.error?.message ?? null} />
      <Names names={columns.data ?? []} />
      {(properties.data?.length ?? 0) > 0 && (
        <>
          <p className="quiet schema__part">Properties of events</p>
          <Names names={properties.data ?? []} />
        </>
      )}
    </details>
  )
}

const Names = ({ names }: { readonly names: readonly SchemaColumn[] }) => (
  <ul>
    {names.map(({ name, type }) => (
      <li key={name}>
        <button type="button" onClick={() => insertName(name)} title={`Insert ${name}`}>
          <span className="mono cut grow">{name}</span>
          <span className="quiet">{type}</span>
        </button>
      </li>
    ))}
  </ul>
)
