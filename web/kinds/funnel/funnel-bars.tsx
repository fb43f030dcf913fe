import { Fragment } from 'react'
import type { QueryNode } from '#web/api/query-node.ts'
import { type Point, parsePoint } from '#web/question/point.ts'
import { useFragment } from '#web/question/use-question.ts'
import { duration, exactNumber, percent } from '#web/ui/format.ts'
import { type FunnelRow, type FunnelStep, type Part, stepPoint } from './funnel-rows.ts'

interface FunnelBarsProps {
  readonly question: QueryNode
  readonly rows: readonly FunnelRow[]
  readonly many: string
  readonly onPoint: ((point: Point) => void) | null
  readonly isTile: boolean
}

/**
 * The bars of a funnel. Each step is a column, with a bar for each row. The height of a bar is the share of
 * the first step, and its hatched part is the actors who dropped.
 */
export function FunnelBars(props: FunnelBarsProps) {
  const { rows, isTile, many } = props
  const openUrl = parsePoint(useFragment('at'))?.peopleUrl
  const steps = rows[0]?.steps ?? []
  const least = isTile ? Math.max(64, rows.length * 28) : Math.max(96, rows.length * 32)
  return (
    <figure className={isTile ? 'chart ktile fchart--tile' : 'chart'} aria-label={sentence(rows, many)}>
      <Legend rows={rows} isTile={isTile} />
      <div className="fscroll">
        <div className="funnel" style={{ '--columns': steps.length, '--least': `${least}px` }}>
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
            <div key={index} className="fcol">
              <div className="fcol__head">
                <span className="letter">{index + 1}</span>
                <span className="strong cut" title={step.name}>
                  {step.name}
                </span>
              </div>
              <div className="fplot">
                {rows.map((row) => (
                  <Bar key={row.name} {...props} row={row} index={index} openUrl={openUrl} />
                ))}
              </div>
              {!isTile && (
                <div className="fstats">
                  {rows.map((row) => (
                    <Stats key={row.name} row={row} step={row.steps[index]} />
                  ))}
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
    </figure>
  )
}

function sentence(rows: readonly FunnelRow[], many: string): string {
  const [first] = rows
  const names = first?.steps.map(({ name }) => name).join(', then ') ?? ''
  const ends = rows.map(({ name, steps }) => {
    const text = `${exactNumber(steps.at(-1)?.count ?? 0)} of ${exactNumber(steps[0]?.count ?? 0)} ${many}`
    return name === null ? text : `${name} ${text}`
  })
  return `${names}: ${ends.join('; ')}`
}

function Legend({ rows, isTile }: Pick<FunnelBarsProps, 'rows' | 'isTile'>) {
  return (
    <div className="legend flegend">
      {rows.map(({ name, color, steps }) => (
        <span key={name} className="line">
          {name !== null && (
            <>
              <span className="sw" style={{ '--c': color }} />
              {name}
            </>
          )}{' '}
          <span className="num strong flegend__share">{percent(steps.at(-1)?.share ?? 0)}</span>
        </span>
      ))}
      <span className="grow" />
      {!isTile && (
        <span className="quiet only-wide flegend__note">
          % of the first step · below the bars: number, % of the previous step, median time
        </span>
      )}
    </div>
  )
}

interface BarProps extends FunnelBarsProps {
  readonly row: FunnelRow
  readonly index: number
  readonly openUrl: string | undefined
}

const rounded = (share: number) => `${(share * 100).toFixed(2)}%`

function Bar({ question, rows, row, index, many, onPoint, openUrl }: BarProps) {
  const step = row.steps[index]
  if (step === undefined) return null
  const before = row.steps[index - 1]?.share ?? step.share
  const shares = {
    '--c': row.color,
    '--v': rounded(step.share),
    '--p': rounded(Math.max(before, step.share)),
  }
  const of = row.name === null ? '' : `, ${row.name}`
  const open = (part: Part) => {
    const point = stepPoint({ question, row, index, part, many })
    if (point !== null) onPoint?.({ ...point, row: pointsOfStep({ question, rows, index, part, many }) })
  }
  const isOpen = openUrl !== undefined && [step.convertedUrl, step.droppedUrl].includes(openUrl)
  const part = (which: Part, label: string) =>
    onPoint === null ? (
      <span className={`fbar__${which} fbar__paint`} role="img" aria-label={label} />
    ) : (
      <>
        <span className={`fbar__${which} fbar__paint`} aria-hidden />
        <button
          type="button"
          className={`fbar__${which}`}
          aria-label={label}
          title={label}
          onClick={() => open(which)}
        />
      </>
    )
  return (
    <div className={isOpen ? 'fbar fbar--pick' : 'fbar'} style={shares}>
      {step.dropped > 0 &&
        part('dropped', `Before ${step.name}${of}: ${exactNumber(step.dropped)} ${many} dropped`)}
      {part('converted', `${step.name}${of}: ${exactNumber(step.count)} ${many}`)}
      <span className="fbar__n num" aria-hidden>
        <i>{exactNumber(step.count)}</i>
        {index > 0 && percent(step.share)}
      </span>
    </div>
  )
}

/**
 * Returns the points that ‹ and › move through: all bars of the first step, then all bars of the next step.
 */
function pointsOfStep({
  question,
  rows,
  part,
  many,
}: Pick<BarProps, 'question' | 'rows' | 'index' | 'many'> & { readonly part: Part }): Point[] {
  const steps = rows[0]?.steps ?? []
  return steps.flatMap((_, index) =>
    rows.flatMap((row) => {
      const point = stepPoint({ question, row, index, part, many })
      return point === null ? [] : [point]
    }),
  )
}

function Stats({ row, step }: { readonly row: FunnelRow; readonly step: FunnelStep | undefined }) {
  if (step === undefined) return null
  return (
    <div className="fstat">
      <span className="sw" style={{ '--c': row.color }} />
      <span className="strong num">{exactNumber(step.count)}</span>
      <span className="num soft">{step.shareOfBefore !== null && percent(step.shareOfBefore)}</span>
      {step.medianSeconds !== null && (
        <Fragment>
          <span className="sr">median time</span>
          <span className="quiet num fstat__t">{duration(step.medianSeconds)}</span>
        </Fragment>
      )}
    </div>
  )
}
