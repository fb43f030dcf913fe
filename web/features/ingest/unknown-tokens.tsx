import { age, exactNumber } from '#web/ui/format.ts'

export interface UnknownToken {
  readonly start: string
  readonly length: number
  readonly count: number
  readonly last_seen_at: string
  readonly looks_like_this_project: boolean
}

interface UnknownTokensProps {
  readonly tokens: readonly UnknownToken[]
  /** The length of the token of this project. */
  readonly ownLength: number
  readonly timeZone: string
}

/** Returns in words what an unknown token may have been meant to be. */
export function guess({ looks_like_this_project: isLike, length }: UnknownToken, ownLength: number): string {
  if (!isLike) return 'no known token'
  if (length < ownLength) return `this project's token, ${ownLength - length} characters too short`
  if (length > ownLength) return `this project's token, ${length - ownLength} characters too long`
  return "this project's token, with other characters in it"
}

/** A table of the tokens that belong to no project, each with a guess of what it was meant to be. */
export const UnknownTokens = ({ tokens, ownLength, timeZone }: UnknownTokensProps) => (
  <table>
    <thead>
      <tr>
        <th>Begins with</th>
        <th className="r">Requests</th>
        <th className="r only-wide">Looks like</th>
        <th className="r">Last</th>
      </tr>
    </thead>
    <tbody>
      {tokens.map((token) => (
        <tr key={`${token.start} ${token.length}`}>
          <td>
            <code>{token.start}</code>
          </td>
          <td className="r">{exactNumber(token.count)}</td>
          <td className="r only-wide soft">{guess(token, ownLength)}</td>
          <td className="r soft">{age(token.last_seen_at, Date.now(), timeZone)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
