import type { QueryNode } from '#web/api/query-node.ts'
import type { Point } from '#web/question/point.ts'
import { duration, exactNumber, percent } from '#web/ui/format.ts'
import { AsTable } from '../as-table.tsx'
import { NumButton } from '../num-button.tsx'
import { type FunnelRow, stepPoint } from './funnel-rows.ts'

interface FunnelTableProps {
  readonly question: QueryNode
  readonly rows: readonly FunnelRow[]
  readonly many: string
  readonly onPoint: ((point: Point) => void) | null
}

/** A table with the numbers of the bars. There is one row for each step of each value of the breakdown. */
export function FunnelTable({ question, rows, many, onPoint }: FunnelTableProps) {
  const isBrokenDown = rows.some(({ name }) => name !== null)
  return (
    <AsTable>
      <table>
        <thead>
          <tr>
            {isBrokenDown && <th>Value</th>}
            <th>Step</th>
            <th className="r">Reached</th>
            <th className="r">Dropped before this step</th>
            <th className="r">% of first step</th>
            <th className="r">% of previous step</th>
            <th className="r">Median time</th>
          </tr>
        </thead>
        <tbody>
          {rows.flatMap((row) =>
            row.steps.map((step, index) => {
              const to = { question, row, index, many }
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified by its index
                <tr key={`${row.name}-${index}`}>
                  {isBrokenDown && <td>{row.name}</td>}
                  <td>
                    {index + 1} {step.name}
                  </td>
                  <td className="r strong">
                    <NumButton point={stepPoint({ ...to, part: 'converted' })} onPoint={onPoint}>
                      {exactNumber(step.count)}
                    </NumButton>
                  </td>
                  <td className="r">
                    {index > 0 && (
                      <NumButton
                        point={step.dropped === 0 ? null : stepPoint({ ...to, part: 'dropped' })}
                        onPoint={onPoint}
                      >
                        {exactNumber(step.dropped)}
                      </NumButton>
                    )}
                  </td>
                  <td className="r soft">{percent(step.share)}</td>
                  <td className="r soft">{step.shareOfBefore !== null && percent(step.shareOfBefore)}</td>
                  <td className="r soft">{step.medianSeconds !== null && duration(step.medianSeconds)}</td>
                </tr>
              )
            }),
          )}
        </tbody>
      </table>
    </AsTable>
  )
}
