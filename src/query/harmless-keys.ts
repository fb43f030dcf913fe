/**
 * The kinds of objects in a question whose keys are checked. `flat` is flat parameters or saved filters,
 * and `node` is a query node. `wrapper` is the node around the query node of an insight; `table` and
 * `chart` are the nodes around a question for rows. `section` is a section of a node, `series` is a series
 * or an entity, `leaf` is a filter, and `group` is a group of filters.
 */
export type PlaceOfKeys =
  | 'flat'
  | 'node'
  | 'wrapper'
  | 'table'
  | 'chart'
  | 'section'
  | 'series'
  | 'leaf'
  | 'group'

/** Keys of flat parameters that only change the presentation. Clients send them for every kind. */
const FLAT_PRESENTATION = [
  'show_legend',
  'hidden_legend_keys',
  'show_values_on_series',
  'show_labels_on_series',
  'show_percent_stack_view',
  'aggregation_axis_format',
  'aggregation_axis_prefix',
  'aggregation_axis_postfix',
  'decimal_places',
  'y_axis_scale_type',
  'layout',
  'funnel_step_reference',
  'retention_reference',
]

/**
 * Keys that any object of a node may have. They are notes of clients and of the server, or change only the
 * presentation of a result.
 */
export const SHOWN_ONLY: readonly string[] = [
  'version',
  'tags',
  'response',
  'dataColorTheme',
  'goalLines',
  'hiddenLegendBreakdowns',
  'hiddenLegendIndexes',
  'resultCustomizationBy',
  'resultCustomizations',
  'showAlertThresholdLines',
  'showConfidenceIntervals',
  'showLabelsOnSeries',
  'showLegend',
  'showMultipleYAxes',
  'showTrendLines',
  'showValuesOnSeries',
  'stacked',
  'minDecimalPlaces',
  'confidenceLevel',
  'showMovingAverage',
  'movingAverageIntervals',
  'detailedResultsAggregationType',
  'showFullUrls',
  'useUdf',
]

/** Keys of every node around a question. They say which parts of the node are on the screen. */
const OF_WRAPPERS = [
  ...SHOWN_ONLY,
  'embedded',
  'full',
  'showHeader',
  'showTable',
  'showCorrelationTable',
  'showFilters',
  'showLastComputation',
  'showLastComputationRefresh',
  'showResults',
  'suppressSessionAnalysisWarning',
  'hidePersonsModal',
  'hideTooltipOnScroll',
  'vizSpecificOptions',
]

/** Keys of a `DataTableNode`. They say which columns and controls of the table are on the screen. */
const OF_TABLES = [
  'allowSorting',
  'columns',
  'contextKey',
  'defaultColumns',
  'expandable',
  'hiddenColumns',
  'pinnedColumns',
  'propertiesViaUrl',
  'showActions',
  'showColumnConfigurator',
  'showDateRange',
  'showElapsedTime',
  'showEventFilter',
  'showEventsFilter',
  'showExport',
  'showHogQLEditor',
  'showOpenEditorButton',
  'showPersistentColumnConfigurator',
  'showPropertyFilter',
  'showRecordingColumn',
  'showReload',
  'showResultsTable',
  'showSavedFilters',
  'showSavedQueries',
  'showSearch',
  'showSourceQueryOptions',
  'showTableViews',
  'showTestAccountFilters',
  'showTimings',
]

/** Keys of a `DataVisualizationNode`. They say how the rows of a statement are drawn. */
const OF_CHARTS = ['display', 'chartSettings', 'tableSettings']

/**
 * Keys that clients send and that change no number, by the kind of object. The fields of the schemas are
 * not in these lists.
 */
const HARMLESS: Readonly<Record<PlaceOfKeys, readonly string[]>> = {
  flat: [
    ...FLAT_PRESENTATION,
    // The kind of the question. When the keys are checked, it is known from the path of the call or from
    // `parseSaved`.
    'insight',
    'shown_as',
    // Keys that say how the call is answered, and not what the question is.
    'refresh',
    'client_query_id',
    'format',
    'personal_api_key',
    'cache_invalidation_key',
    // The name of a CSV file, and the address in its first line.
    'export_name',
    'export_insight_id',
  ],
  node: SHOWN_ONLY,
  wrapper: OF_WRAPPERS,
  table: [...OF_WRAPPERS, ...OF_TABLES],
  chart: [...OF_WRAPPERS, ...OF_CHARTS],
  section: SHOWN_ONLY,
  // The agent toolkit's schema of a series has a `limit`, which is meant for a list of events.
  series: [...SHOWN_ONLY, 'limit', 'orderBy'],
  // The name of the value or the cohort, as a form shows it.
  leaf: ['label', 'cohort_name'],
  group: [],
}

export const isHarmlessKey = (place: PlaceOfKeys, key: string): boolean => HARMLESS[place].includes(key)
