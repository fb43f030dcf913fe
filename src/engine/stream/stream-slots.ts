import { RequestError } from '#shared/request-error.ts'

/**
 * Maximum number of streams at once. Each has half of a query's memory, so that all fit into the engine's
 * memory with its standard settings.
 */
export const MOST_STREAMS = 4
/** Maximum number of streams of one project at once, so that no project takes all slots. */
const MOST_OF_PROJECT = 2
/**
 * The time after which a client should ask again. The end of a stream cannot be predicted, because clients
 * read as slowly as they like.
 */
const RETRY_SECONDS = 10

/** Slots for streams. A project may take only some of them. */
export interface StreamSlots {
  /**
   * Takes a slot. The returned function gives it back.
   * @throws RequestError `throttled` if no slot is free.
   */
  enter(projectId: number | null): () => void
}

export function createStreamSlots(): StreamSlots {
  const running: (number | null)[] = []
  return {
    enter(projectId) {
      const ofProject = running.filter((one) => one === projectId).length
      if (ofProject >= MOST_OF_PROJECT)
        throw tooMany(`${ofProject} files of rows are being sent for this project`)
      if (running.length >= MOST_STREAMS) throw tooMany(`${running.length} files of rows are being sent`)
      running.push(projectId)
      return () => void running.splice(running.indexOf(projectId), 1)
    },
  }
}

const tooMany = (running: string) =>
  new RequestError(
    'throttled',
    'too_many_files',
    `${running} already. Ask again in ${RETRY_SECONDS} seconds.`,
    null,
    RETRY_SECONDS,
  )
