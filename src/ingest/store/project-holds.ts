/**
 * Records which lane is writing items of which project. Later items of the project must follow them on the
 * same lane.
 */
export interface ProjectHolds<Lane> {
  laneOf(projectId: number): Lane | undefined
  /**
   * Records that the lane has taken an entry of the project. Needs one call of {@link ProjectHolds.release}
   * when the entry has been written.
   */
  take(projectId: number, lane: Lane): void
  release(projectId: number): void
}

export function createProjectHolds<Lane>(): ProjectHolds<Lane> {
  const held = new Map<number, { readonly lane: Lane; groups: number }>()
  return {
    laneOf: (projectId) => held.get(projectId)?.lane,
    take(projectId, lane) {
      const hold = held.get(projectId) ?? { lane, groups: 0 }
      held.set(projectId, hold)
      hold.groups++
    },
    release(projectId) {
      const hold = held.get(projectId)
      if (hold !== undefined && --hold.groups === 0) held.delete(projectId)
    },
  }
}
