/**
 * Returns the sentence in the body of an error response of a Throughline server. Returns the whole text of
 * any other JSON, and the first 200 characters of text that is not JSON.
 */
export function errorDetail(text: string): string {
  try {
    const { detail } = JSON.parse(text)
    return typeof detail === 'string' ? detail : text
  } catch {
    return text.slice(0, 200)
  }
}
