import { useMemo, useRef, useState } from 'react'
import { exactNumber } from '#web/ui/format.ts'
import { useWidth } from '#web/ui/use-width.ts'
import '#web/chart/chart.css'
import type { AnswerProps } from '../kind-view.ts'
import { layoutFlow, NODE_PX, type PlacedNode } from './flow-layout.ts'
import { NodeMenu } from './node-menu.tsx'
import {
  cutMiddle,
  edgePoint,
  type PathLink,
  parseKey,
  pathGraph,
  routeOf,
  type WireEdge,
} from './path-edges.ts'

interface PathFlowProps extends AnswerProps {
  readonly edges: readonly WireEdge[]
  readonly label: string
}

const MOST_PER_STEP = 8
/** A tile has less room, and its table is hidden behind it. */
const MOST_PER_STEP_OF_TILE = 5
/** A step needs so much room for its names; more steps scroll sideways. */
const STEP_PX = 168
const LETTER_PX = 7

/** Columns of items from left to right, and links as wide as the paths that take them. */
export function PathFlow({ edges, label, isTile, ...props }: PathFlowProps) {
  const place = useRef<HTMLDivElement>(null)
  const outer = useWidth(place, 960)
  const [hovered, setHovered] = useState<PathLink | null>(null)
  const graph = useMemo(
    () => pathGraph(edges, isTile ? MOST_PER_STEP_OF_TILE : MOST_PER_STEP),
    [edges, isTile],
  )
  const steps = Math.max(...graph.nodes.map(({ column }) => column)) + 1
  const width = isTile ? outer : Math.max(outer, steps * STEP_PX)
  const flow = useMemo(() => layoutFlow(graph, width, isTile ? 160 : 300), [graph, width, isTile])
  const route = hovered !== null && graph.links.includes(hovered) ? routeOf(graph, hovered) : new Set()
  const lit = new Set([...route].flatMap((link) => [(link as PathLink).source, (link as PathLink).target]))
  const most = Math.floor((width / steps - NODE_PX - 16) / LETTER_PX)
  return (
    <figure ref={place} className="chart only-wide pscroll" aria-label={label}>
      <div className="pflow" style={{ width, height: flow.height }}>
        <svg className="plot flow" width={width} height={flow.height} aria-hidden>
          {flow.columns.map((x, column) => (
            <text key={x} x={x} y={12}>
              {column === 0 ? 'Start' : `Step ${column + 1}`}
            </text>
          ))}
          {flow.links.map(({ link, path, width: thick }) => (
            // The table has the same links as buttons, for keys.
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
            <li key={node.id} className="pnode" style={{ left: node.x + NODE_PX, top: labelTop(node) }}>
              <NodeMenu {...props} node={node} edges={edges}>
                <span className="pnode__name">{nameOf(node, most)}</span>
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

const nameOf = ({ item, items }: PlacedNode, most: number): string =>
  item === null ? `Other, ${items}` : cutMiddle(item.replace(/^https?:\/\//, ''), most)

function linkTitle({ source, target, value, edge }: PathLink): string {
  const [from, to] = edge === null ? ['Several', 'several'] : [parseKey(source).item, parseKey(target).item]
  return `${from} → ${to}: ${exactNumber(value)} paths`
}
