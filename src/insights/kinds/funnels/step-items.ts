import { z } from 'zod'
import { linkWithRoom, type PeopleLinks } from '#insights/kind/people-links.ts'
import { ENTITY_TYPE, toEntityOf } from '#insights/kind/series-items.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { FunnelAnswer } from './answer.ts'
import { rowSelector, type Selectors } from './item-links.ts'
import { type ItemsPeriod, ROW_FIELDS, toPeriodField, toRowFields } from './row-items.ts'

const STEP_FIELDS = {
  name: z.string(),
  custom_name: z.string().nullable(),
  type: ENTITY_TYPE,
  people: z.array(z.unknown()),
  count: z.int().describe('The number of actors who reached this step.'),
  average_conversion_time: z.number().nullable().describe('In seconds, from the step before.'),
  median_conversion_time: z.number().nullable().describe('In seconds, from the step before.'),
  converted_people_url: z.string().nullable().describe('The address of the actors of `count`.'),
  dropped_people_url: z
    .string()
    .nullable()
    .describe(
      'The address of the actors who reached the step before but not this one. Null for the first step.',
    ),
  open_count: z
    .int()
    .nullable()
    .describe(
      'How many of the actors who reached the step before but not this one still have time: the window of one of their runs ends after the range. Null for the first step, for optional steps, and in a strict funnel.',
    ),
  open_people_url: z.string().nullable().describe('The address of the actors of `open_count`.'),
  ...ROW_FIELDS,
} as const
const ACTION =
  'The name of the event of the step, or the id of the action. Null for every event, for a group and in an unordered funnel.'

/** A step in an insight's `results`. */
export const FunnelStepItem = z
  .strictObject({
    action_id: z.union([z.string(), z.int()]).nullable().describe(ACTION),
    ...STEP_FIELDS,
    order: z.int(),
  })
  .meta({ id: 'FunnelStep' })
export type FunnelStepItem = z.infer<typeof FunnelStepItem>

/** A step in the answer to `POST insights/funnel/`. By the contract, its `order` and `action_id` are text. */
export const FunnelAnswerStep = z.object({
  action_id: z.string().nullable().describe(ACTION),
  ...STEP_FIELDS,
  order: z.string(),
})
export const toAnswerStep = (item: FunnelStepItem): z.infer<typeof FunnelAnswerStep> => ({
  ...item,
  action_id: item.action_id === null ? null : String(item.action_id),
  order: String(item.order),
})

type StepsAnswer = Extract<FunnelAnswer, { kind: 'steps' }>

/** Returns the steps of each row. */
export function stepItems(
  query: FunnelsQuery,
  { rows }: Pick<StepsAnswer, 'rows'>,
  links: PeopleLinks | null,
  period: ItemsPeriod,
): FunnelStepItem[][] {
  const total = rows.length * query.series.length * 3 * (period.label === null ? 1 : 2)
  const linkTo = (selectors: Selectors) => linkWithRoom(links, total, selectors)
  return rows.map(({ steps, ...row }) => {
    const ofRow = { ...rowSelector(query, row), ...period.selectors }
    return steps.map((step, order) => ({
      ...nameOfStep(query, order),
      order,
      people: [],
      count: step.count,
      average_conversion_time: step.averageConversionSeconds,
      median_conversion_time: step.medianConversionSeconds,
      converted_people_url: linkTo({ funnel_step: order + 1, ...ofRow }),
      dropped_people_url: order === 0 ? null : linkTo({ funnel_step: -order - 1, ...ofRow }),
      open_count: step.openCount,
      open_people_url:
        step.openCount === null ? null : linkTo({ funnel_step: -order - 1, window_open: 'true', ...ofRow }),
      ...toRowFields(query, row),
      ...toPeriodField(period),
    }))
  })
}

export type StepName = Pick<FunnelStepItem, 'action_id' | 'name' | 'custom_name' | 'type'>

/** Returns the name of a step. In an unordered funnel the k-th step stands for any k steps. */
export function nameOfStep({ series, order: kind }: FunnelsQuery, order: number): StepName {
  const step = series[order]
  if (kind === 'unordered' || step === undefined) {
    const name = `Completed ${order + 1} step${order === 0 ? '' : 's'}`
    return { action_id: null, name, custom_name: null, type: 'events' }
  }
  const { id, type } = toEntityOf(step)
  return { action_id: id, name: step.name, custom_name: step.customName, type }
}
