import type { KindView } from '../kind-view.ts'
import { StickinessAnswer } from './stickiness-answer.tsx'
import { StickinessForm } from './stickiness-form.tsx'

export const STICKINESS_VIEW: KindView = {
  Form: StickinessForm,
  Answer: StickinessAnswer,
}
