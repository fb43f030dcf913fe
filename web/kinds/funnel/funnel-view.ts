import type { KindView } from '../kind-view.ts'
import { FunnelAnswer } from './funnel-answer.tsx'
import { FunnelDisplay } from './funnel-display.tsx'
import { FunnelForm } from './funnel-form.tsx'

export const FUNNEL_VIEW: KindView<'FunnelsQuery'> = {
  Form: FunnelForm,
  Answer: FunnelAnswer,
  Display: FunnelDisplay,
}
