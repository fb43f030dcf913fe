import { useMemo } from 'react'
import { isGrey } from '#web/chart/color-of.ts'
import { Pie } from '#web/chart/pie.tsx'
import { useColors } from '#web/chart/use-colors.ts'
import { useView } from '#web/chart/use-view.ts'
import { ValueBars } from '#web/chart/value-bars.tsx'
import { formatOf } from '#web/chart/value-format.ts'
import { breakdownFamily } from '#web/question/breakdown.ts'
import { chunk } from '#web/ui/chunk.tsx'
import type { AnswerProps } from '../kind-view.ts'
import type { TrendEntry } from './trend-entries.ts'
import { displayOf } from './trend-question.ts'
import { type TrendRow, trendRows } from './trend-rows.ts'
import { TrendTable } from './trend-table.tsx'
import { useFormulaPeople } from './use-formula-people.ts'

const WorldMap = chunk(
  async () => (await import('#web/chart/world/world-map.tsx')).WorldMap,
  <div className="skeleton map__skeleton" />,
)

/** The displays that show shares of a whole. */
const SHARES = ['ActionsPie', 'ActionsDonut', 'ActionsProportionBar']

const NO_DATA = { points: [], unfinishedFrom: 0, series: [] }

/** The answer of a trend with one number for each series: as a pie, a world map, bars, or only a table. */
export function TotalsAnswer(
  props: AnswerProps<'TrendsQuery'> & { readonly entries: readonly TrendEntry[] },
) {
  const { entries, onPoint, isTile, label, status } = props
  const question = props.question
  const { view, setHidden, setSort } = useView(isTile)
  const colors = useColors(
    entries.map(({ name }) => name),
    breakdownFamily(question),
  )
  const hidden = useMemo(() => new Set(view.hidden ?? []), [view.hidden])
  const format = useMemo(() => formatOf(question.trendsFilter), [question])
  const rows = useMemo(() => trendRows(entries, entries, false, colors.of), [entries, colors])
  const name = label ?? entries.map((entry) => entry.name).join(', ')
  const display = displayOf(question)
  const shown = rows.filter(({ entry }) => !hidden.has(entry.key))
  const openFormula = useFormulaPeople(question, onPoint)
  const openOf = ({ entry: { name, item }, wholeUrl, whole, color }: TrendRow) => {
    if (onPoint === null || whole === null) return null
    if (openFormula !== null)
      return () =>
        openFormula(
          { item, place: null },
          { title: `${name} ${format.exact(whole)}, the whole range`, color },
        )
    if (wholeUrl === null) return null
    return () => onPoint({ peopleUrl: wholeUrl, title: `${name}, the whole range`, count: whole, color })
  }
  const drawn = shown.map((row) => ({
    key: row.entry.key,
    name: row.entry.name,
    value: row.whole ?? 0,
    color: row.color,
    open: openOf(row),
  }))
  const data = useMemo(
    () => ({ ...NO_DATA, before: entries.some(({ before }) => before !== null) ? [] : null }),
    [entries],
  )
  return (
    <>
      {display !== 'ActionsTable' && (
        <figure className={isTile ? 'figure figure--tile' : 'figure'} aria-label={name}>
          {display === 'WorldMap' ? (
            <WorldMap format={format} values={drawn} />
          ) : SHARES.includes(display) ? (
            <Pie format={format} slices={drawn} />
          ) : (
            <ValueBars
              bars={drawn.map((one) => ({ ...one, text: format.short(one.value), isRest: isGrey(one.name) }))}
            />
          )}
        </figure>
      )}
      <TrendTable
        {...{ rows, data, format, hidden, setHidden, setSort, question, name, status }}
        isSummed
        hasPicture={display !== 'ActionsTable'}
        in={!isTile ? 'page' : display === 'ActionsTable' ? 'tile' : 'tile with picture'}
        sort={view.sort ?? null}
        openPoint={onPoint}
        openFormula={openFormula}
        choose={isTile ? null : colors.choose}
      />
    </>
  )
}
