import { useState } from 'react'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { useCsv } from '#web/chart/use-csv.ts'
import { exactNumber } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import type { AnswerProps } from '../kind-view.ts'
import { parseKey } from './path-edges.ts'
import { pathFile } from './path-file.ts'
import { PathFlow } from './path-flow.tsx'
import { PathTable } from './path-table.tsx'
import { pathsFilterOf } from './paths-filter.ts'
import './paths.css'

type Shown = 'both' | 'table'

/**
 * Shows which steps people take: as a flow chart, and below it a table of its edges. Phones show only the
 * table.
 */
export function PathsAnswer(props: AnswerProps<'PathsQuery'>) {
  const { question, results, isTile, status } = props
  const [shown, setShown] = useState<Shown>('both')
  const saveCsv = useCsv(props.label ?? 'Paths', () => pathFile(results))
  if (results.length === 0)
    return (
      <StateBox
        title="No paths in this range"
        text="A path needs two items within 30 minutes of each other. Choose a longer range, or another start."
      />
    )
  const { startPoint, endPoint } = pathsFilterOf(question)
  const steps = Math.max(...results.map(({ target }) => parseKey(target).column)) + 1
  const label = `Paths ${startPoint === undefined ? '' : `from ${startPoint} `}${endPoint === undefined ? '' : `to ${endPoint} `}of up to ${steps} steps, ${exactNumber(results.length)} edges`
  const hasFlow = shown === 'both' || isTile
  return (
    <>
      {!isTile && (
        <div className="toolbar only-wide pshown">
          <span className="grow" />
          <Segmented<Shown>
            label="Show"
            value={shown}
            options={[
              { value: 'both', label: 'Flow and table' },
              { value: 'table', label: 'Table' },
            ]}
            onChange={setShown}
          />
        </div>
      )}
      {hasFlow && <PathFlow {...props} edges={results} label={label} />}
      {isTile ? (
        <div className="ptile">
          <PathTable edges={results} onPoint={props.onPoint} />
        </div>
      ) : (
        <>
          <AnswerFoot status={status} hasPicture={hasFlow} onCsv={saveCsv} />
          <PathTable edges={results} onPoint={props.onPoint} />
        </>
      )}
    </>
  )
}
