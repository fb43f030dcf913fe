/** Of numbers in an order that makes each round exclude few of them the rest is sorted after so many. */
const MOST_ROUNDS = 64

/**
 * The number that a sorted list would have at `place`, in time linear in the list as a rule. The numbers change their order: those before the place are
 * not greater then, and those after it not less.
 */
export function selectNumber(numbers: Float64Array, place: number): number {
  let [first, last] = [0, numbers.length - 1]
  for (let round = 0; first < last; round++) {
    if (round === MOST_ROUNDS) {
      numbers.subarray(first, last + 1).sort()
      break
    }
    const [low, high] = partition(numbers, first, last)
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return numbers[place] as number
}

/** Numbers up to `high` are not greater than those from `low` on; those between are equal. */
function partition(numbers: Float64Array, first: number, last: number): readonly [low: number, high: number] {
  const pivot = middleOfThree(numbers, first, last)
  let [low, high] = [first, last]
  while (low <= high) {
    while ((numbers[low] as number) < pivot) low++
    while ((numbers[high] as number) > pivot) high--
    if (low > high) break
    const moved = numbers[low] as number
    numbers[low++] = numbers[high] as number
    numbers[high--] = moved
  }
  return [low, high]
}

function middleOfThree(numbers: Float64Array, first: number, last: number): number {
  const [a, b, c] = [numbers[first], numbers[(first + last) >>> 1], numbers[last]] as [number, number, number]
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
