/** Files that know each other by their types only. Loading one does not need the other. */
export interface TypeCircle {
  readonly files: readonly string[]
  readonly why: string
}

const inFolder = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`)

/**
 * The circles of types. Circles of values are not allowed. A new circle of types is an error until it is
 * listed here with its reason. A listed circle that no longer exists is an error too.
 */
export const TYPE_CIRCLES: readonly TypeCircle[] = [
  {
    files: ['bench/pairs.ts', 'bench/plain-paths.ts'],
    why: 'The plain form of a pair is made from what the pair is asked with.',
  },
  {
    files: inFolder('src/demo', ['demo-dashboard.ts', 'make-demo.ts']),
    why: 'The dashboard is made from insights in the form in which the demo has saved them.',
  },
  {
    files: inFolder('src/engine', [
      ...['deletions.ts', 'engine-readings.ts', 'event-store.ts', 'places.ts', 'query-watch.ts'],
      ...['stored-sizes.ts', 'turns/query-turns.ts', 'used-numbers.ts'],
    ]),
    why: 'The port names the results of its verbs, and the verbs run queries of the port.',
  },
  {
    files: inFolder('src/engine', ['migrate-engine.ts', 'root-dictionaries.ts', 'verbs.ts']),
    why: 'A verb takes the runner of statements, whose type stands next to the list of verbs.',
  },
  {
    files: inFolder('src/hogql', [
      ...[
        'expression.ts',
        'fields.ts',
        'numeric-properties.ts',
        'select/checked-query.ts',
        'select/tables.ts',
      ],
    ]),
    why: 'An expression may be a query, and a query has expressions.',
  },
  {
    files: inFolder('src/hogql/syntax', ['select-syntax.ts', 'syntax.ts']),
    why: 'The syntax of an expression may be a query, and that of a query has expressions.',
  },
  {
    files: inFolder('src/ingest/store', ['event-inserter.ts', 'unanchored-events.ts']),
    why: 'Events without a person are inserted by the inserter, in its form.',
  },
  {
    files: inFolder('src/insights/kinds/correlation', ['answer.ts', 'queries.ts']),
    why: 'The answer has rows of the queries, and the queries have its form of an item.',
  },
  {
    files: inFolder('src/insights/kinds/retention', [
      ...[
        'columns.ts',
        'in-series.ts',
        'parse-brackets.ts',
        'parse-breakdown.ts',
        'parse-sums.ts',
        'query.ts',
      ],
    ]),
    why: 'The query is made of parts, and some parts are parsed with others that are known already.',
  },
  {
    files: inFolder('src/insights/kinds/trends', ['box-plot.ts', 'query.ts']),
    why: 'A box plot is a trend with other numbers, and is parsed with it.',
  },
  {
    files: inFolder('src/insights/runs/walk', ['any-order-pass.ts', 'first-arrival.ts', 'in-order-pass.ts']),
    why: 'Both passes keep first arrivals, which are created for one of them.',
  },
  {
    files: ['src/metadata/actions/action.ts', 'src/metadata/cohorts/cohort.ts'],
    why: 'A step of an action may filter by a cohort, and a cohort by an action.',
  },
  {
    files: inFolder('src/metadata/insights', [
      ...[
        'activity-store.ts',
        'asked-dashboards.ts',
        'field-changes.ts',
        'insight-rows.ts',
        'insight-store.ts',
      ],
      ...['insight-tiles.ts', 'insight.ts', 'list-insights.ts'],
    ]),
    why: 'The parts of the store take what its methods take.',
  },
  {
    files: inFolder('src/query', [
      ...['breakdown.ts', 'cohorts/cohort.ts', 'definitions.ts', 'insight-query.ts', 'path-cleaning.ts'],
      'series.ts',
    ]),
    why: 'A question names cohorts, and a cohort is a question about persons.',
  },
  {
    files: inFolder('src/sql', ['filter-scope.ts', 'metadata-columns.ts']),
    why: 'The scope has columns of metadata, which are conditions in a scope.',
  },
  {
    files: inFolder('web/features/insight', ['editor-header.tsx', 'editor.tsx', 'workbench.tsx']),
    why: 'The parts of the editor take what the editor has.',
  },
  {
    files: inFolder('web/features/people', ['profile-activity.tsx', 'profile-frame.tsx']),
    why: 'The activity is a part of the profile whose subject it takes.',
  },
]
