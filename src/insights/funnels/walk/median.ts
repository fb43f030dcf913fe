/** The median, of an even number the mean of the two in the middle; null of none. Reorders `numbers`. */
export function medianOf(numbers: Float64Array): number | null {
  if (numbers.length === 0) return null
  const middle = numbers.length >>> 1
  const upper = select(numbers, middle)
  if (numbers.length % 2 === 1) return upper
  // All numbers before the selected one are at most as large.
  let lower = Number.NEGATIVE_INFINITY
  for (let i = 0; i < middle; i++) lower = Math.max(lower, numbers[i] as number)
  return (lower + upper) / 2
}

/** Quickselect: the number that sorting would put at `place`. Smaller ones come before it. */
function select(numbers: Float64Array, place: number): number {
  let [first, last] = [0, numbers.length - 1]
  while (first < last) {
    const [low, high] = partition(numbers, first, last)
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return numbers[place] as number
}

/** Numbers of at most the pivot are at [first, high] then, those of at least the pivot at [low, last]. */
function partition(numbers: Float64Array, first: number, last: number): [low: number, high: number] {
  const pivot = numbers[(first + last) >>> 1] as number
  let [low, high] = [first, last]
  while (low <= high) {
    while ((numbers[low] as number) < pivot) low++
    while ((numbers[high] as number) > pivot) high--
    if (low > high) break
    const swapped = numbers[low] as number
    numbers[low++] = numbers[high] as number
    numbers[high--] = swapped
  }
  return [low, high]
}
