/** Returns the least and the greatest time of the events [from, to). */
export function timesOf(atMs: Float64Array, from: number, to: number) {
  let least = atMs[from] as number
  let greatest = least
  for (let place = from + 1; place < to; place++) {
    const ms = atMs[place] as number
    if (ms < least) least = ms
    if (ms > greatest) greatest = ms
  }
  return { least, greatest }
}
