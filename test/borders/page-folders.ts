import type { Folder } from './folders.ts'

/**
 * The folders of the page, each after the folders that it may import. The page uses the server over HTTP,
 * and imports only `contract` from the server's source.
 */
export const PAGE: readonly Folder[] = [
  {
    path: 'web/api',
    job: 'The client of the interface, with types from the OpenAPI document.',
    first: 'client.ts',
    imports: ['contract'],
  },
  {
    path: 'web/ui',
    job: 'Buttons, menus, lists and formats that know no question.',
    first: 'button.tsx',
    imports: ['web/api', 'contract'],
  },
  {
    path: 'web/question',
    job: 'The controls of a question, and the sentence that puts it into words.',
    first: 'use-question.ts',
    imports: ['web/api', 'web/ui', 'contract'],
  },
  {
    path: 'web/chart',
    job: 'Draws lines, bars and axes.',
    first: 'chart.tsx',
    imports: ['web/question', 'web/api', 'web/ui', 'contract'],
  },
  {
    path: 'web/kinds',
    job: 'The form and the answer of each kind of question.',
    first: 'kind-view.ts',
    imports: ['web/question', 'web/chart', 'web/api', 'web/ui', 'contract'],
  },
  {
    path: 'web/features',
    job: 'The screens. A feature does not import another feature.',
    first: 'insight/editor.tsx',
    imports: ['web/kinds', 'web/question', 'web/chart', 'web/api', 'web/ui', 'contract'],
    partsAreApart: true,
  },
  {
    path: 'web/shared',
    job: 'The page of a shared link.',
    first: 'main.tsx',
    imports: ['web/features', 'web/kinds', 'web/question', 'web/chart', 'web/api', 'web/ui', 'contract'],
  },
  {
    path: 'web/app',
    job: 'Frame, routes, navigation and keys. Hands features to each other.',
    first: 'app.tsx',
    imports: ['web/features', 'web/kinds', 'web/question', 'web/chart', 'web/api', 'web/ui', 'contract'],
  },
]
