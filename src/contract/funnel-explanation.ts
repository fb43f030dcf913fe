import { z } from 'zod'
import { clientText } from './text.ts'
import { WARNINGS } from './warning.ts'

/** The parameter that names one actor of a funnel. */
export const ActorParameter = clientText(1_000)
  .min(1, 'This field may not be blank.')
  .describe(
    'The actor: the uuid or a distinct id of a person, the key of a group, or the value of the expression.',
  )

const EXPLAINED_EVENT = {
  event: z.string(),
  uuid: z.string(),
  timestamp: z.string(),
}

/** The body that explains why an actor reached or did not reach the steps of a funnel. */
export const FunnelExplanationBody = z
  .strictObject({
    actor: z.strictObject({
      type: z.enum(['person', 'group', 'session']),
      id: z.string().describe('The uuid of a person, the key of a group, or the value of the expression.'),
    }),
    steps_reached: z
      .int()
      .describe(
        'The last step that the actor reached, ignoring optional steps. 0 if an exclusion puts the actor out of the funnel.',
      ),
    steps: z.int().describe('The steps of the funnel.'),
    is_excluded: z.boolean().describe('Whether an exclusion puts the actor out of the whole funnel.'),
    text: z.string().describe('Lines of English, with times in the time zone of the project.'),
    best_run: z
      .array(
        z.strictObject({
          step: z
            .int()
            .describe('The step of the funnel, from 1. In an unordered funnel, the place in the run.'),
          name: z.string(),
          ...EXPLAINED_EVENT,
          seconds_from_step_before: z.number().nullable(),
        }),
      )
      .describe(
        'The run that counts. For an actor that an exclusion puts out, the run that would count without exclusions.',
      ),
    reason: z
      .enum([
        'completed',
        'no_first_step',
        'no_later_step',
        'too_late',
        'interrupted',
        'excluded',
        'not_in_row',
      ])
      .describe('The rule that decided.'),
    events: z
      .array(
        z.strictObject({
          ...EXPLAINED_EVENT,
          matches: z.array(z.int()).describe('The steps that the event matches, from 1.'),
          excludes: z.array(z.int()).describe('The exclusions that the event matches, from 1.'),
          serves: z.int().nullable().describe('The `step` of the best run that this event serves.'),
        }),
      )
      .describe(
        'At most 200 of the events that take part. Events from the start of the best run on come before all others.',
      ),
    has_more: z.boolean().describe('Whether more events take part than `events` has.'),
    ...WARNINGS,
  })
  .meta({ id: 'FunnelExplanation' })
