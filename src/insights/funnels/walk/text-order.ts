/** Whether `a` sorts before `b` as their bytes in UTF-8 do, which is the order of the event store. */
export function sortsBefore(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [ofA, ofB] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (ofA !== ofB) return weight(ofA) < weight(ofB)
  }
  return a.length < b.length
}

// A character beyond U+FFFF is written in two units that are less than those of U+E000 to U+FFFF.
const weight = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
