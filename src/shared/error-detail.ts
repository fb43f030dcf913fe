/**
 * Returns the sentence in the body of an error of a Throughline server. For any other text, returns its
 * first 200 characters.
 */
export function errorDetail(text: string): string {
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' ? detail : text
  } catch {
    return text.slice(0, 200)
  }
}
