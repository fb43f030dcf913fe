import { useMemo, useRef, useState } from 'react'
import { exactNumber } from '#web/ui/format.ts'
import { useWidth } from '#web/ui/use-width.ts'
import '#web/chart/chart.css'
import type { AnswerProps } from '../kind-view.ts'
import { type AlignedGraph, alignedAtEnd } from './align-at-end.ts'
import { layoutFlow, NODE_PX, type PlacedNode } from './flow-layout.ts'
import { inTwo, sharedHost, shownItem } from './node-label.ts'
import { NodeMenu } from './node-menu.tsx'
import {
  edgePoint,
  type PathGraph,
  type PathItem,
  type PathLink,
  parseKey,
  pathGraph,
  routeOf,
} from './path-edges.ts'
import { itemOfAddress } from './path-ends.ts'
import { pathsFilterOf } from './paths-filter.ts'

interface PathFlowProps extends AnswerProps<'PathsQuery'> {
  readonly edges: readonly PathItem[]
  readonly label: string
}

const MOST_PER_STEP = 8
/** The most edges of a step that a tile shows. A tile has less room than a page and no table. */
const MOST_PER_STEP_OF_TILE = 5
/**
 * The width in pixels that a step needs for its names. If the steps need more room than there is, the chart
 * scrolls sideways.
 */
const STEP_PX = 168

/**
 * The flow chart of paths. Its columns of items go from left to right. The width of a link stands for the
 * number of its paths.
 */
export function PathFlow({ edges, label, isTile, ...props }: PathFlowProps) {
  const place = useRef<HTMLDivElement>(null)
  const outer = useWidth(place, 960)
  const [hovered, setHovered] = useState<PathLink | null>(null)
  const { startPoint, endPoint } = pathsFilterOf(props.question)
  const graph = useMemo(() => {
    const end = endPoint ? itemOfAddress(endPoint) : undefined
    const fromStart = pathGraph(edges, isTile ? MOST_PER_STEP_OF_TILE : MOST_PER_STEP, end)
    return (end !== undefined && alignedAtEnd(fromStart, end)) || fromStart
  }, [edges, isTile, endPoint])
  const host = useMemo(
    () =>
      sharedHost(edges.flatMap(({ source, target }) => [source, target].map((key) => parseKey(key).item))),
    [edges],
  )
  const steps = Math.max(...graph.nodes.map(({ column }) => column)) + 1
  const width = isTile ? outer : Math.max(outer, steps * STEP_PX)
  const flow = useMemo(() => layoutFlow(graph, width, isTile ? 160 : 300), [graph, width, isTile])
  const route = hovered !== null && graph.links.includes(hovered) ? routeOf(graph, hovered) : new Set()
  const lit = new Set([...route].flatMap((link) => [(link as PathLink).source, (link as PathLink).target]))
  const room = width / steps - NODE_PX - 4
  return (
    <figure ref={place} className="chart only-wide pscroll" aria-label={label}>
      <div className="pflow" style={{ width, height: flow.height }}>
        <svg className="plot flow" width={width} height={flow.height} aria-hidden>
          {flow.columns.map((x, column) => (
            <text key={x} x={x} y={12}>
              {columnWords(graph, column, startPoint !== undefined)}
            </text>
          ))}
          {flow.links.map(({ link, path, width: thick }) => (
            // Keyboard users have the same links as buttons in the table.
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            <path
              key={`${link.source} ${link.target}`}
              className={route.has(link) ? 'lk lk--on' : 'lk'}
              d={path}
              strokeWidth={thick}
              onPointerEnter={() => setHovered(link)}
              onPointerLeave={() => setHovered(null)}
              onClick={() => {
                const point = link.edge === null ? null : edgePoint(link.edge)
                if (point !== null) props.onPoint?.(point)
              }}
            >
              <title>{linkTitle(link)}</title>
            </path>
          ))}
          {flow.nodes.map((node) => (
            <rect
              key={node.id}
              className={node.item === null ? 'nd nd--2' : lit.has(node.id) ? 'nd nd--1' : 'nd'}
              x={node.x}
              y={node.y}
              width={NODE_PX}
              height={node.height}
              rx={2}
            />
          ))}
        </svg>
        <ul aria-label="Items of the paths">
          {flow.nodes.map((node) => (
            <li
              key={node.id}
              className="pnode"
              style={{ left: node.x + NODE_PX, top: labelTop(node), maxWidth: room }}
            >
              <NodeMenu {...props} node={node} edges={edges}>
                <NodeName node={node} host={host} />
                <span className="pnode__n num">{exactNumber(node.value)}</span>
              </NodeMenu>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}

const labelTop = ({ y, height }: PlacedNode): number => y + Math.max(0, height / 2 - 16)

/**
 * Returns the heading of a column. If columns are counted from the end, the heading says how many steps
 * before the end a node may be.
 */
function columnWords(graph: PathGraph | AlignedGraph, column: number, hasStart: boolean): string {
  if (!('endColumn' in graph)) return column === 0 ? 'Start' : `Step ${column + 1}`
  const before = graph.endColumn - column
  if (before === 0) return 'End'
  if (column === 0 && hasStart) return 'Start'
  return before === 1 ? 'Step before' : `Up to ${before} steps before`
}

function NodeName({
  node: { item, items },
  host,
}: {
  readonly node: PlacedNode
  readonly host: string | null
}) {
  const [head, tail] = inTwo(item === null ? `Other, ${items}` : shownItem(item, host))
  return (
    <span className="pnode__name">
      <span className="pnode__head">{head}</span>
      {tail}
    </span>
  )
}

function linkTitle({ source, target, value, edge }: PathLink): string {
  const [from, to] = edge === null ? ['Several', 'several'] : [parseKey(source).item, parseKey(target).item]
  return `${from} → ${to}: ${exactNumber(value)} paths`
}
