import { z } from 'zod'
import { knownFields, knownParameters } from './known-parameters.ts'
import { TEXT_LIMITS } from './limits.ts'
import { LIST_OF_ALL } from './list-of-all.ts'
import { pageBody, paging } from './paging.ts'
import { clientText, Format } from './text.ts'
import { UserBody } from './user.ts'

const ANNOTATION_SCOPES = ['dashboard_item', 'dashboard', 'project', 'organization'] as const
export type AnnotationScope = (typeof ANNOTATION_SCOPES)[number]
/** The kind of creator of an annotation: `USR` for a person, `GIT` for a program that marks deployments. */
const CREATION_TYPES = ['USR', 'GIT'] as const
export type AnnotationCreationType = (typeof CREATION_TYPES)[number]

const Scope = z.enum(ANNOTATION_SCOPES)
const When = clientText(100)

export const AnnotationListQuery = knownParameters({
  ...Format.shape,
  ...paging(),
  ...LIST_OF_ALL,
  search: clientText(400).optional().describe('Part of the content, ignoring case.'),
  scope: z
    .union([z.literal(''), Scope])
    .optional()
    .describe('Only annotations with this scope.'),
  date_from: When.optional().describe(
    'Only annotations with a `date_marker` at or after this date, which may be relative.',
  ),
  date_to: When.optional().describe(
    'Only annotations with a `date_marker` at or before this date, which may be relative.',
  ),
})

const written = {
  content: clientText(TEXT_LIMITS.annotation).nullable(),
  date_marker: When.nullable().describe(
    'The time that the annotation marks: a date, or a date with a time. Without an offset it is in the time zone of the project.',
  ),
  creation_type: z.enum(CREATION_TYPES),
  scope: Scope.describe(
    'The charts that show it: those of the insight `dashboard_item`, of the dashboard `dashboard_id`, of the project, or of all projects of the server. The default is the insight if the request names one, else the dashboard if it names one, else the project.',
  ),
  dashboard_item: z.int32().nullable().describe('The id of an insight.'),
  dashboard_id: z.int32().nullable().describe('The id of a dashboard.'),
  deleted: z.boolean().describe('True deletes the annotation, false restores it.'),
}
/** Fields that only the server sets. They are accepted because clients send back whole bodies. */
const READ_ONLY = [
  'id',
  'dashboard_name',
  'insight_short_id',
  'insight_name',
  'insight_derived_name',
  'created_by',
  'created_at',
  'updated_at',
]
const optional = z.object(written).partial().shape

export const AnnotationCreate = knownFields(optional, READ_ONLY).meta({ id: 'AnnotationCreate' })
export const AnnotationChange = knownFields(optional, READ_ONLY).meta({ id: 'AnnotationChange' })
export type AnnotationWrite = z.output<typeof AnnotationChange>

export const AnnotationBody = z
  .object({
    id: z.int(),
    content: z.string().nullable(),
    date_marker: z.string().nullable(),
    creation_type: z.enum(CREATION_TYPES),
    dashboard_item: z.int().nullable(),
    insight_short_id: z.string().nullable(),
    insight_name: z.string().nullable(),
    insight_derived_name: z.string().nullable(),
    dashboard_id: z.int().nullable(),
    dashboard_name: z.string().nullable(),
    created_by: UserBody.nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    deleted: z.boolean(),
    scope: Scope,
  })
  .meta({ id: 'Annotation' })
export type AnnotationBody = z.infer<typeof AnnotationBody>

export const AnnotationPageBody = pageBody(AnnotationBody, 'PaginatedAnnotationList')
