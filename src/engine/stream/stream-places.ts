import { RequestError } from '#shared/request-error.ts'

/** Streams at once. Each has half of a query's memory, so that they fit into the engine's with its standard settings. */
export const MOST_STREAMS = 4
/** Streams of one project at once, so that no project takes all places. */
const MOST_OF_PROJECT = 2
/** The end of a stream is not known: clients read as slowly as they like. */
const RETRY_SECONDS = 10

/** The places of streams, of which each project may have some. */
export interface StreamPlaces {
  /** Takes a place; the function that is returned gives it back. @throws RequestError `throttled` where there is none. */
  enter(projectId: number | null): () => void
}

export function createStreamPlaces(): StreamPlaces {
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
