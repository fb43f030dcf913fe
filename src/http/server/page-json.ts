import { answerText } from '#shared/json-text.ts'

/** JSON that stays what it is inside a script element: nothing in it can end the element or begin a comment. */
export const pageJson = (value: unknown): string =>
  answerText(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
