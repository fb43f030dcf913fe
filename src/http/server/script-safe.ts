/**
 * Makes JSON text safe inside a script element, so that nothing in it ends the element or begins a comment.
 */
export const scriptSafe = (json: string): string =>
  json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
