import type { KindView } from '../kind-view.ts'
import { LifecycleAnswer } from './lifecycle-answer.tsx'
import { LifecycleForm } from './lifecycle-form.tsx'

export const LIFECYCLE_VIEW: KindView<'LifecycleQuery'> = { Form: LifecycleForm, Answer: LifecycleAnswer }
