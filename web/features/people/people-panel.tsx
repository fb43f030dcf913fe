import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useActorWords } from '#web/api/actor-words.ts'
import { peopleBehind } from '#web/api/people.ts'
import { neighborsOf, type PanelProps, type Point, type PointTab } from '#web/question/point.ts'
import { setFragment, useFragment } from '#web/question/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'
import { useKey } from '#web/ui/keys.ts'
import { SidePanel } from '#web/ui/side-panel.tsx'
import { usePanelFocus } from '#web/ui/use-panel-focus.ts'
import { PeopleList } from './people-list.tsx'
import { WhatDiffers } from './what-differs.tsx'
import './people-panel.css'

const DIFFERS = 'differs'

/**
 * The panel with the people behind a number. The fragment of the address (`as`) has the open tab, so that a
 * copied link opens the same list.
 */
export function PeoplePanel({ point, question, onPoint, onClose }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  const as = useFragment('as')
  const tabs = tabsOf(point)
  const tab = tabs.find(({ key }) => key === as) ?? tabs.find((one) => one.peopleUrl === point.peopleUrl)
  const isDiffering = as === DIFFERS && point.correlation !== undefined
  const { before, after } = neighborsOf(point)
  usePanelFocus(panel, onClose)
  const go = useCallback(
    (to: Point | undefined) => to !== undefined && onPoint(as === null ? to : { ...to, tab: as }),
    [as, onPoint],
  )
  const goBack = useCallback(() => go(before), [go, before])
  const goOn = useCallback(() => go(after), [go, after])
  useKey('k', goBack)
  useKey('j', goOn)
  const title = (
    <>
      {point.color !== undefined && <span className="sw" style={{ '--c': point.color }} />}
      <span className="cut" title={point.title}>
        {point.title}
      </span>
    </>
  )
  return (
    <SidePanel
      ref={panel}
      label={`Behind ${point.title}`}
      title={title}
      count={<Count point={point} tab={tab} question={question} />}
      onClose={onClose}
      actions={
        point.row !== undefined && (
          <span className="line people__steps">
            <Button
              look="plain"
              isSmall
              aria-label="Previous point (k)"
              disabled={before === undefined}
              icon={<IconChevronLeft size={16} />}
              onClick={goBack}
            />
            <Button
              look="plain"
              isSmall
              aria-label="Next point (j)"
              disabled={after === undefined}
              icon={<IconChevronRight size={16} />}
              onClick={goOn}
            />
          </span>
        )
      }
    >
      {(tabs.length > 1 || point.correlation !== undefined) && (
        <div className="tabs" role="tablist">
          {tabs.map((one) => (
            <TabButton
              key={one.key}
              name={one.key}
              isSelected={!isDiffering && one === tab}
              label={one.label}
              count={one.count}
            />
          ))}
          {point.correlation !== undefined && (
            <TabButton name={DIFFERS} isSelected={isDiffering} label="What differs" />
          )}
        </div>
      )}
      {isDiffering && point.correlation !== undefined ? (
        <WhatDiffers
          node={point.correlation}
          isBrokenDown={question['breakdownFilter'] != null}
          onPoint={onPoint}
        />
      ) : (
        <PeopleList
          key={tab?.peopleUrl ?? point.peopleUrl}
          peopleUrl={tab?.peopleUrl ?? point.peopleUrl}
          title={point.title}
          question={question}
        />
      )}
    </SidePanel>
  )
}

const tabsOf = ({ tabs, peopleUrl, count }: Point): readonly PointTab[] =>
  tabs ?? [{ key: 'all', label: 'All', peopleUrl, count }]

interface TabButtonProps {
  readonly name: string
  readonly label: string
  readonly count?: number | null
  readonly isSelected: boolean
}

const TabButton = ({ name, label, count, isSelected }: TabButtonProps) => (
  <button
    type="button"
    role="tab"
    className="tab"
    aria-selected={isSelected}
    onClick={() => setFragment({ as: name }, 'replace')}
  >
    {label} {count != null && <span className="n">{exactNumber(count)}</span>}
  </button>
)

interface CountProps {
  readonly point: Point
  readonly tab: PointTab | undefined
  readonly question: PanelProps['question']
}

/**
 * The count in words. If the number counts events or paths, it also says how many people are behind it,
 * which is the total of the list.
 */
function Count({ point, tab, question }: CountProps) {
  const index = question['aggregation_group_type_index']
  const words = useActorWords(typeof index === 'number' ? index : null)
  const isOfPoint = tab === undefined || tab.peopleUrl === point.peopleUrl
  const { data } = useInfiniteQuery(peopleBehind(tab?.peopleUrl ?? point.peopleUrl, ''))
  const total = data?.pages[0]?.total_count
  const count = isOfPoint ? point.count : tab.count
  const people = (many: number) => `${exactNumber(many)} ${many === 1 ? words.one : words.many}`
  const own = isOfPoint ? point.words : undefined
  if (total === undefined) return own ?? '\u00a0'
  if (count === null) return own === undefined ? people(total) : `${own}, ${people(total)}`
  if (total === count) return own ?? people(total)
  return `${people(total)} behind ${own ?? exactNumber(count)}`
}
