/**
 * Makes JSON text safe for use inside a script element: no part of it can end the element or begin a
 * comment.
 */
export const scriptSafe = (json: string): string =>
  json.replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
