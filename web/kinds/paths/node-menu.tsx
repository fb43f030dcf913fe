import { Menu } from '@mantine/core'
import {
  IconArrowBarRight,
  IconArrowBarToRight,
  IconEyeOff,
  IconLogout,
  IconUsers,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Point } from '#web/question/point.ts'
import type { AnswerProps } from '../kind-view.ts'
import { endedPoint, nodePoint, type PathItem, type PathNode, parseKey, pathsAt } from './path-edges.ts'
import { withEnd } from './path-ends.ts'
import { pathsFilterOf, withPathsFilter } from './paths-filter.ts'

interface NodeMenuProps extends Pick<AnswerProps<'PathsQuery'>, 'question' | 'setQuestion' | 'onPoint'> {
  readonly node: PathNode
  readonly edges: readonly PathItem[]
  readonly children: ReactNode
}

/**
 * The menu of an item of paths. Paths can be made to start or end there, the item can be excluded, and its
 * people can be opened.
 */
export function NodeMenu({ node, edges, question, setQuestion, onPoint, children }: NodeMenuProps) {
  const { item } = node
  if (item === null || (setQuestion === undefined && onPoint === null))
    return <span className="pnode__in">{children}</span>
  const change = (changed: Parameters<typeof withPathsFilter>[1]) =>
    setQuestion?.(withPathsFilter(question, changed))
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className="pnode__in" title={item} aria-label={`${item}, ${placeOf(node)}`}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {setQuestion !== undefined && (
          <>
            <Menu.Item
              leftSection={<IconArrowBarRight size={16} stroke={1.5} />}
              onClick={() => setQuestion(withEnd(question, 'startPoint', { by: 'item', item }))}
            >
              Start here
            </Menu.Item>
            <Menu.Item
              leftSection={<IconArrowBarToRight size={16} stroke={1.5} />}
              onClick={() => setQuestion(withEnd(question, 'endPoint', { by: 'item', item }))}
            >
              End here
            </Menu.Item>
            <Menu.Item
              leftSection={<IconEyeOff size={16} stroke={1.5} />}
              onClick={() =>
                change({ excludeEvents: [...(pathsFilterOf(question).excludeEvents ?? []), item] })
              }
            >
              Exclude
            </Menu.Item>
          </>
        )}
        {node.keys.map((key) => (
          <PeopleItem
            key={key}
            label={`People who were here${node.keys.length === 1 ? '' : ` in ${stepOf(key)}`}`}
            icon={<IconUsers size={16} stroke={1.5} />}
            point={nodePoint(key, pathsAt(key, edges), edges)}
            onPoint={onPoint}
          />
        ))}
        {node.keys.length === 1 && (
          <PeopleItem
            label="People who ended here"
            icon={<IconLogout size={16} stroke={1.5} />}
            point={endedPoint(node.id, edges)}
            onPoint={onPoint}
          />
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

const stepOf = (key: string): string => `step ${parseKey(key).column + 1}`

/**
 * Returns the column of a node in words, such as `step 2`. If the node stands for several steps, it is the
 * end of paths that are aligned at their end.
 */
const placeOf = ({ keys, id }: PathNode): string => (keys.length > 1 ? 'the end' : stepOf(id))

interface PeopleItemProps extends Pick<AnswerProps<'PathsQuery'>, 'onPoint'> {
  readonly label: string
  readonly icon: ReactNode
  readonly point: Point | null
}

function PeopleItem({ label, icon, point, onPoint }: PeopleItemProps) {
  if (point === null || onPoint === null) return null
  return (
    <Menu.Item leftSection={icon} onClick={() => onPoint(point)}>
      {label}
    </Menu.Item>
  )
}
