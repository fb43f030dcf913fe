import type { KindView } from '../kind-view.ts'
import { StickinessAnswer } from './stickiness-answer.tsx'
import { StickinessForm } from './stickiness-form.tsx'

export const STICKINESS_VIEW: KindView<'StickinessQuery'> = {
  Form: StickinessForm,
  Answer: StickinessAnswer,
}
