import type { IngestIssue } from '#contract/ingest-issue.ts'

/** The result of one step: its value, or the reason why the event cannot be stored. */
export type StepResult<T> = { readonly kept: T } | { readonly dropped: IngestIssue }
