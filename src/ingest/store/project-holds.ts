/** The projects of which a lane has groups: what they send next belongs behind them. */
export interface ProjectHolds<Lane> {
  laneOf(projectId: number): Lane | undefined
  /** To be called for each group, and {@link ProjectHolds.release} as often. */
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
