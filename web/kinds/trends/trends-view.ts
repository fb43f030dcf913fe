import type { KindView } from '../kind-view.ts'
import { TrendsAnswer } from './trends-answer.tsx'
import { TrendsForm } from './trends-form.tsx'

export const TRENDS_VIEW: KindView<'TrendsQuery'> = { Form: TrendsForm, Answer: TrendsAnswer }
