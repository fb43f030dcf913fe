import type { KindView } from '../kind-view.ts'
import { PathsAnswer } from './paths-answer.tsx'
import { PathsForm } from './paths-form.tsx'

export const PATHS_VIEW: KindView<'PathsQuery'> = { Form: PathsForm, Answer: PathsAnswer }
