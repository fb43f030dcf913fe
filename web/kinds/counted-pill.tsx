import { useQuery } from '@tanstack/react-query'
import { groupTypes } from '#web/api/group-types.ts'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { SelectPill } from '#web/ui/select-pill.tsx'
import type { FormProps } from './kind-view.ts'

/** Control for what the question counts: persons, or the groups of one type. */
export function CountedPill({ question, setQuestion }: FormProps) {
  const { data: types = [] } = useQuery(groupTypes(useProject().id))
  const index = groupTypeIndexOf(question)
  if (types.length === 0 && index === null) return null
  return (
    <SelectPill
      label="Counted"
      part="counted"
      value={index === null ? '' : String(index)}
      options={[
        { value: '', label: 'persons' },
        ...types.map((type) => ({
          value: String(type.index),
          label: type.plural,
        })),
      ]}
      onChange={(value) => {
        const { aggregation_group_type_index: _, ...others } = question
        setQuestion(value === '' ? others : { ...others, aggregation_group_type_index: Number(value) })
      }}
    />
  )
}

/** Returns the index of the group type that the question counts; null if it counts persons. */
export function groupTypeIndexOf({ aggregation_group_type_index: index }: QueryNode): number | null {
  return typeof index === 'number' ? index : null
}
