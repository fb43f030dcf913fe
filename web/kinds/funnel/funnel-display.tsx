import type { FunnelFilter } from '#web/api/query-node.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import type { FormProps } from '../kind-view.ts'
import { funnelFilterOf, withFunnelFilter } from './funnel-filter.ts'

const SHOWN = [
  { value: 'steps', label: 'Steps' },
  { value: 'trends', label: 'Over time' },
  { value: 'time_to_convert', label: 'Time to convert' },
] as const
type Shown = NonNullable<FunnelFilter['funnelVizType']>

/** Control for the display of a funnel. */
export const FunnelDisplay = ({ question, setQuestion }: FormProps) => (
  <Segmented<Shown>
    label="Show"
    value={funnelFilterOf(question).funnelVizType ?? 'steps'}
    options={SHOWN}
    onChange={(chosen) =>
      setQuestion(withFunnelFilter(question, { funnelVizType: chosen === 'steps' ? undefined : chosen }))
    }
  />
)
