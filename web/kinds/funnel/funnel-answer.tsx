import { useActorWords } from '#web/api/actor-words.ts'
import { AnswerFoot } from '#web/chart/answer-foot.tsx'
import { useRowColors } from '#web/chart/use-colors.ts'
import { useCsv } from '#web/chart/use-csv.ts'
import { StateBox } from '#web/ui/state-box.tsx'
import { groupTypeIndexOf } from '../counted-pill.tsx'
import type { AnswerProps } from '../kind-view.ts'
import { FunnelBars } from './funnel-bars.tsx'
import { stepsFile } from './funnel-file.ts'
import { FunnelOverTime } from './funnel-over-time.tsx'
import { areSteps, funnelRows, rowName, type StepsItem } from './funnel-rows.ts'
import { FunnelTable } from './funnel-table.tsx'
import { FunnelTimes } from './funnel-times.tsx'
import { GapLine } from './gap-line.tsx'
import { TimeLeft } from './time-left.tsx'
import '../kinds.css'
import './funnel.css'
import { breakdownFamily } from '#web/question/breakdown.ts'
import { byPeriod } from './periods.ts'

/**
 * A funnel, in the display that its answer has. While the answer for another display is being computed, the
 * previous answer is shown in its own display.
 */
export function FunnelAnswer(props: AnswerProps<'FunnelsQuery'>) {
  const { question, results, onPoint, isTile, label = 'Funnel', status } = props
  const { many } = useActorWords(groupTypeIndexOf(question))
  const items = byPeriod([results].flat())
  const first = [items[0]].flat()[0]
  if (first === undefined)
    return <StateBox title={`No ${many} in this range`} text="Choose a longer range, or other steps." />
  if ('bins' in first) return <FunnelTimes item={first} {...{ onPoint, isTile, status }} name={label} />
  if ('days' in first)
    return (
      <FunnelOverTime
        items={items.filter((item) => 'days' in item)}
        {...{ onPoint, isTile, status }}
        name={label}
        family={breakdownFamily(question)}
      />
    )
  return (
    <Steps {...{ question, onPoint, isTile, many, status }} name={label} items={items.filter(areSteps)} />
  )
}

interface StepsProps extends Pick<AnswerProps, 'question' | 'onPoint' | 'isTile' | 'status'> {
  /** The name of the CSV file that the answer can be saved as. */
  readonly name: string
  readonly items: readonly StepsItem[]
  readonly many: string
}

function Steps({ items, question, onPoint, isTile, many, name, status }: StepsProps) {
  const colorOf = useRowColors(
    items.map((one) => rowName([one].flat()[0]?.breakdown)),
    breakdownFamily(question),
  )
  const rows = funnelRows(items, colorOf)
  const saveCsv = useCsv(name, () => stepsFile(rows))
  return (
    <>
      {!isTile && <GapLine rows={rows} />}
      <FunnelBars question={question} rows={rows} many={many} onPoint={onPoint} isTile={isTile} />
      {!isTile && <TimeLeft question={question} rows={rows} many={many} onPoint={onPoint} />}
      {!isTile && <AnswerFoot status={status} onCsv={saveCsv} />}
      {!isTile && <FunnelTable question={question} rows={rows} many={many} onPoint={onPoint} />}
    </>
  )
}
