import { z } from 'zod'
import type { HandedOut, MetadataState } from '#metadata/installation/metadata-state.ts'

/**
 * High-water marks that the event store keeps of the metadata. The metadata on disk had reached each mark
 * before it was noted. Metadata that is below a mark has therefore lost changes.
 */
export interface MetadataMarks {
  readonly installation: string
  readonly epoch: number
  readonly mirrorVersion: number
  /** The numbers that stored events may have, by project id. */
  readonly projects: ReadonlyMap<number, ProjectMarks>
}
type ProjectMarks = Omit<HandedOut, 'projectId'>

/** A line in the file of marks. It has the marks that have risen. */
export const MarksLine = z.object({
  installation: z.string().optional(),
  epoch: z.number().optional(),
  mirrorVersion: z.number().optional(),
  projects: z
    .array(z.object({ projectId: z.number(), nextPerson: z.number(), groupTypes: z.number() }))
    .default([]),
})
export type RisenMarks = Partial<Omit<z.input<typeof MarksLine>, 'projects'>> & {
  readonly projects?: readonly HandedOut[]
}

const NONE: ProjectMarks = { nextPerson: 1, groupTypes: 0 }

/** Returns the marks after some have risen. A mark lower than before changes nothing. */
export function raise(marks: MetadataMarks, risen: RisenMarks): MetadataMarks {
  const projects = new Map(marks.projects)
  for (const { projectId, nextPerson, groupTypes } of risen.projects ?? []) {
    const before = projects.get(projectId) ?? NONE
    projects.set(projectId, {
      nextPerson: Math.max(before.nextPerson, nextPerson),
      groupTypes: Math.max(before.groupTypes, groupTypes),
    })
  }
  return {
    installation: risen.installation ?? marks.installation,
    epoch: Math.max(marks.epoch, risen.epoch ?? 0),
    mirrorVersion: Math.max(marks.mirrorVersion, risen.mirrorVersion ?? 0),
    projects,
  }
}

/** Returns those of the given marks that are higher than in `marks`; null if there are none. */
export function risenAbove(marks: MetadataMarks, given: RisenMarks): RisenMarks | null {
  const projects = (given.projects ?? []).filter(({ projectId, nextPerson, groupTypes }) => {
    const before = marks.projects.get(projectId)
    return before === undefined || nextPerson > before.nextPerson || groupTypes > before.groupTypes
  })
  const risen = {
    ...(projects.length > 0 && { projects }),
    ...((given.epoch ?? 0) > marks.epoch && { epoch: given.epoch }),
    ...((given.mirrorVersion ?? 0) > marks.mirrorVersion && { mirrorVersion: given.mirrorVersion }),
  }
  return Object.keys(risen).length === 0 ? null : risen
}

/** Returns all marks as one line. */
export const lineOf = ({ installation, epoch, mirrorVersion, projects }: MetadataMarks) => ({
  installation,
  epoch,
  mirrorVersion,
  projects: [...projects].map(([projectId, marks]) => ({ projectId, ...marks })),
})

/** Returns the marks that the metadata has reached. */
export const marksOf = (
  installation: string,
  { epoch, mirrorVersion, projects }: Pick<MetadataState, 'epoch' | 'mirrorVersion' | 'projects'>,
): MetadataMarks => raise({ installation, epoch, mirrorVersion, projects: new Map() }, { projects })
