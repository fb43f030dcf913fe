/** Up to so many numbers insertion is faster than a call of the engine's own sort. */
const SHORT = 40

/** Sorts the numbers [from, to). */
export function sortNumbers(numbers: Float64Array, from: number, to: number): void {
  if (to - from <= SHORT) insert(numbers, from, to)
  else numbers.subarray(from, to).sort()
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
