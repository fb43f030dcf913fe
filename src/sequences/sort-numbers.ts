/** Sorts the numbers [from, to). */
export type SortNumbers = (numbers: Float64Array, from: number, to: number) => void

/** So many numbers are sorted by insertion. Rows come sorted by day, so that most move over few others. */
const SHORT = 32

/** Keeps the memory of the longest run for the runs after it. */
export function createNumberSort(): SortNumbers {
  let scratch = new Float64Array(1024)
  return (numbers, from, to) => {
    if (to - from <= SHORT) {
      insert(numbers, from, to)
      return
    }
    if (scratch.length < to - from) scratch = new Float64Array(2 * (to - from))
    for (let first = from; first < to; first += SHORT) insert(numbers, first, Math.min(first + SHORT, to))
    for (let width = SHORT; width < to - from; width *= 2)
      for (let first = from; first + width < to; first += 2 * width)
        merge(numbers, first, first + width, Math.min(first + 2 * width, to), scratch)
  }
}

function insert(numbers: Float64Array, from: number, to: number): void {
  for (let i = from + 1; i < to; i++) {
    const number = numbers[i] ?? 0
    let place = i
    for (; place > from && (numbers[place - 1] ?? 0) > number; place--)
      numbers[place] = numbers[place - 1] ?? 0
    numbers[place] = number
  }
}

/** Two sorted parts, one behind the other. Only the numbers of the first part that are not in their place already are copied. */
function merge(numbers: Float64Array, from: number, middle: number, to: number, scratch: Float64Array): void {
  const least = numbers[middle] ?? 0
  let first = from
  while (first < middle && (numbers[first] ?? 0) <= least) first++
  const copied = middle - first
  for (let i = 0; i < copied; i++) scratch[i] = numbers[first + i] ?? 0
  let left = 0
  let right = middle
  for (let at = first; left < copied; at++) {
    const isLeft = right >= to || (scratch[left] ?? 0) <= (numbers[right] ?? 0)
    numbers[at] = isLeft ? (scratch[left++] ?? 0) : (numbers[right++] ?? 0)
  }
}
