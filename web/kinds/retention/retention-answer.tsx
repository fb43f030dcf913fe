import { useState } from 'react'
import { useActorWords } from '#web/api/actor-words.ts'
import { useZone } from '#web/api/project.ts'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { useRowColors } from '#web/chart/use-colors.ts'
import { useCsv } from '#web/chart/use-csv.ts'
import { capital } from '#web/ui/capital.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { SelectPill } from '#web/ui/select-pill.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import { groupTypeIndexOf } from '../counted-pill.tsx'
import { Curve } from '../curve.tsx'
import type { AnswerProps } from '../kind-view.ts'
import { retentionFile } from './retention-file.ts'
import { isOneByOne, nameOfEntity, periodOf, retentionFilterOf, sumWords } from './retention-filter.ts'
import { type CellsShow, RetentionGrid } from './retention-grid.tsx'
import { cohortRowName, labelsOf, type RetentionRow, retentionRows } from './retention-rows.ts'
import './retention.css'
import { breakdownFamily } from '#web/question/breakdown.ts'

/**
 * The answer of a retention. The mean over all cohorts is a curve, and below it each cohort is a row of
 * cells.
 */
export function RetentionAnswer(props: AnswerProps<'RetentionQuery'>) {
  const { question, results, onPoint, isTile, label = 'Retention', status } = props
  const { many } = useActorWords(groupTypeIndexOf(question))
  const timezone = useZone()
  const [wanted, setWanted] = useState<CellsShow | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const colorOf = useRowColors(results.map(cohortRowName), breakdownFamily(question))
  const filter = retentionFilterOf(question)
  const period = periodOf(filter)
  const sum = sumWords(filter)
  const show = cellsShown(wanted, sum)
  const rows = retentionRows(results, colorOf)
  const calendar = { period, timeZone: timezone, nowMs: Date.now(), isOneByOne: isOneByOne(filter) }
  const saveCsv = useCsv(label, () => retentionFile({ rows, show, calendar, many }))
  const row = rows.find(({ name }) => name === chosen) ?? rows[0]
  if (row === undefined || rows.every(({ size }) => size === 0))
    return (
      <StateBox title={`No ${many} started in these periods`} text="Choose another event, or more periods." />
    )
  const grid = (
    <RetentionGrid
      row={row}
      show={show}
      calendar={calendar}
      words={{ many, returning: nameOfEntity(filter.returningEntity), sum }}
      onPoint={onPoint}
    />
  )
  return (
    <>
      <MeanCurve rows={rows} period={period} isTile={isTile} many={many} sum={sum} />
      {isTile && <div className="rtile__grid">{grid}</div>}
      {!isTile && (
        <>
          <div className="toolbar">
            {rows.length > 1 && (
              <SelectPill
                label="Cohorts of"
                value={row.name ?? ''}
                options={rows.map(({ name }) => ({ value: name ?? '', label: name ?? '' }))}
                onChange={setChosen}
              />
            )}
            <span className="grow" />
            <Segmented<CellsShow>
              label="Cells show"
              value={show}
              options={[
                ...(sum === null ? [] : [{ value: 'sum' as const, label: capital(sum) }]),
                { value: 'share', label: '%' },
                { value: 'count', label: capital(many) },
              ]}
              onChange={setWanted}
            />
          </div>
          {grid}
          <p className="status">
            <span className="line">
              <span className="hatch" />
              unfinished {period}, left out of the mean
            </span>
            <span className="sep" />
            <span>
              {show === 'sum'
                ? 'each cohort weighs the same in the mean'
                : 'mean weighted by the size of the cohorts'}
            </span>
          </p>
          <AnswerFoot status={status} onCsv={saveCsv} />
        </>
      )}
    </>
  )
}

/**
 * Returns which numbers the cells show. The user's choice counts, unless it is sums and the question no
 * longer has a sum. Otherwise the cells show sums if the question has a sum, and shares if it does not.
 */
function cellsShown(wanted: CellsShow | null, sum: string | null): CellsShow {
  const usual = sum === null ? 'share' : 'sum'
  return wanted === null || (wanted === 'sum' && sum === null) ? usual : wanted
}

interface MeanCurveProps {
  readonly rows: readonly RetentionRow[]
  readonly period: string
  readonly isTile: boolean
  readonly many: string
  /** The sum in words, such as `sum of amount`; null if the answer has shares instead. */
  readonly sum: string | null
}

function MeanCurve({ rows, period, isTile, many, sum }: MeanCurveProps) {
  const [first] = rows
  const mean =
    sum === null ? `weighted mean of finished ${period}s` : `mean of cohorts, of finished ${period}s`
  const shown = sum === null ? `Share of ${many} who came back` : capital(sum)
  const label = `${shown} by ${period}, ${mean}`
  return (
    <figure className={isTile ? 'chart ktile rtile__curve' : 'chart'} aria-label={label}>
      <div className="legend rlegend">
        {rows.map(
          ({ name, color }) =>
            name !== null && (
              <span key={name} className="line">
                <span className="sw" style={{ '--c': color }} />
                {name}
              </span>
            ),
        )}
        <span className="grow" />
        <span className="quiet rlegend__note">{mean}</span>
      </div>
      <Curve
        label={label}
        {...(!isTile && { height: 150 })}
        {...(sum === null ? { max: 100 } : { isShares: false })}
        places={first === undefined ? [] : labelsOf(first).map((one) => one.toLowerCase())}
        lines={rows.map(({ name, color, mean, meanSums }) => ({
          name: name ?? 'Mean',
          color,
          values: sum === null ? mean.map((share) => (share === null ? null : share * 100)) : meanSums,
        }))}
      />
    </figure>
  )
}
