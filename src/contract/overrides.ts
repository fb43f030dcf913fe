import { z } from 'zod'

/** Parameters that change a saved question for one request. */
export const Overrides = {
  filters_override: z
    .string()
    .optional()
    .describe(
      'JSON text of filters, such as `date_from`, `date_to` and `properties`, that apply to this request only.',
    ),
  variables_override: z
    .string()
    .optional()
    .describe(
      'JSON text with values of SQL variables by their id, such as `{"<id>": {"value": 7}}`, that apply to this request only. A variable that the query does not have changes nothing.',
    ),
}
