import type { KindView } from '../kind-view.ts'
import { RetentionAnswer } from './retention-answer.tsx'
import { RetentionForm } from './retention-form.tsx'

export const RETENTION_VIEW: KindView<'RetentionQuery'> = { Form: RetentionForm, Answer: RetentionAnswer }
