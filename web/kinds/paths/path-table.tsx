import type { Point } from '#web/question/point.ts'
import { duration, exactNumber, percent } from '#web/ui/format.ts'
import { NumButton } from '../num-button.tsx'
import { edgePoint, type PathItem, parseKey } from './path-edges.ts'
import { sharedEdges } from './path-file.ts'

interface PathTableProps {
  readonly edges: readonly PathItem[]
  readonly onPoint: ((point: Point) => void) | null
}

const SHOWN = 200

/** A table of all edges. The most frequent ones come first. */
export function PathTable({ edges, onPoint }: PathTableProps) {
  const sorted = sharedEdges(edges)
  return (
    <>
      <table className="pt">
        <thead>
          <tr>
            <th>From</th>
            <th>To</th>
            <th className="r">Paths</th>
            <th className="r">Share of paths at From</th>
            <th className="r only-wide">Mean time</th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map(({ edge, share }) => {
            const [from, to] = [parseKey(edge.source), parseKey(edge.target)]
            return (
              <tr key={`${edge.source} ${edge.target}`}>
                <td className="cut" title={from.item}>
                  <span className="quiet num">{from.column + 1}</span> {from.item.replace(/^https?:\/\//, '')}
                </td>
                <td className="cut" title={to.item}>
                  <span className="quiet num">{to.column + 1}</span> {to.item.replace(/^https?:\/\//, '')}
                </td>
                <td className="r strong">
                  <NumButton point={edgePoint(edge)} onPoint={onPoint}>
                    {exactNumber(edge.value)}
                  </NumButton>
                </td>
                <td className="r soft">{percent(share)}</td>
                <td className="r soft only-wide">{duration(edge.average_conversion_time / 1_000)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {edges.length > SHOWN && (
        <p className="quiet">
          The {SHOWN} most frequent of {exactNumber(edges.length)} edges. CSV has them all.
        </p>
      )}
    </>
  )
}
