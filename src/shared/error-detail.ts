/** The sentence in the body of an error of a Throughline server; of anything else the beginning of the text. */
export function errorDetail(text: string): string {
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' ? detail : text
  } catch {
    return text.slice(0, 200)
  }
}
