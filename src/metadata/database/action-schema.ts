import type { Generated } from 'kysely'

/** The tables of actions. Kinds of columns are described at `MetadataSchema`. */
export interface ActionSchema {
  action: {
    id: Generated<number>
    project_id: number
    name: string
    description: string
    /** JSON of the steps as the client sent them, after they were checked. */
    steps: string
    slack_message_format: string
    pinned_at: string | null
    deleted: number
    created_at: string
    created_by: number
    updated_at: string
    /** Name, description and tags, in the form of `insight.search_text`. */
    search_text: string
  }
  action_tag: { action_id: number; tag: string }
}
