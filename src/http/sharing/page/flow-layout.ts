import type { FlowChart } from '#insights/kind/picture.ts'

export interface FlowNode {
  readonly key: string
  readonly step: number
  /** The sum of the incoming edges or the sum of the outgoing edges, whichever is larger. */
  readonly value: number
  readonly x: number
  readonly top: number
  readonly height: number
}
export interface FlowBand {
  readonly source: FlowNode
  readonly target: FlowNode
  readonly value: number
  readonly width: number
  /** The vertical middle of the band at its source. `toY` is the vertical middle at its target. */
  readonly fromY: number
  readonly toY: number
}
export interface FlowLayout {
  readonly nodes: readonly FlowNode[]
  readonly bands: readonly FlowBand[]
}
interface Area {
  readonly width: number
  readonly height: number
}

export const NODE_WIDTH = 8
const GAP = 18

type Links = FlowChart['links']

/**
 * Places the nodes of each step in a column, from the highest value at the top to the lowest. At a node,
 * bands are in the order of the links.
 */
export function flowLayout(links: Links, { width, height }: Area): FlowLayout {
  const columns = columnsOf(links)
  const most = Math.max(1, ...columns.map(({ nodes }) => nodes.length))
  const total = Math.max(1, ...columns.map(({ nodes }) => sum(nodes.map(({ value }) => value))))
  const scale = Math.max(height - (most - 1) * GAP, height / 2) / total
  const distance = columns.length > 1 ? (width - NODE_WIDTH) / columns.length : 0
  const nodes = columns.flatMap(({ step, nodes: ofStep }, column) => {
    let top = 0
    return ofStep.map(({ key, value }): FlowNode => {
      const node = { key, step, value, x: column * distance, top, height: value * scale }
      top += node.height + GAP
      return node
    })
  })
  return { nodes, bands: bandsOf(links, nodes, scale) }
}

function columnsOf(links: Links) {
  const keys = [...new Set(links.flatMap(({ source, target }) => [source, target]))]
  const nodes = keys.map((key) => ({
    key,
    step: Number.parseInt(key, 10),
    value: Math.max(
      sum(links.flatMap(({ source, value }) => (source === key ? [value] : []))),
      sum(links.flatMap(({ target, value }) => (target === key ? [value] : []))),
    ),
  }))
  const steps = [...new Set(nodes.map(({ step }) => step))].sort((a, b) => a - b)
  return steps.map((step) => ({
    step,
    nodes: nodes.filter((node) => node.step === step).sort((a, b) => b.value - a.value),
  }))
}

function bandsOf(links: Links, nodes: readonly FlowNode[], scale: number): FlowBand[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const gone = new Map<string, number>()
  const come = new Map<string, number>()
  return links.flatMap(({ source: from, target: to, value }) => {
    const [source, target] = [byKey.get(from), byKey.get(to)]
    if (source === undefined || target === undefined) return []
    const width = value * scale
    const [left, right] = [gone.get(from) ?? 0, come.get(to) ?? 0]
    gone.set(from, left + width)
    come.set(to, right + width)
    return [
      {
        source,
        target,
        value,
        width,
        fromY: source.top + left + width / 2,
        toY: target.top + right + width / 2,
      },
    ]
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
