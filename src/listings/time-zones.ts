import type { EventStore } from '#engine/event-store.ts'

/** The time zones for which the event store has data. */
export interface TimeZones {
  /**
   * Returns the name of a zone in the spelling of the event store, ignoring the case of `name`. Null if the
   * event store has no data for the zone.
   */
  find(name: string): Promise<string | null>
}

/**
 * Finds zones in the engine's own data only. The engine also reads files of the machine, but a data folder
 * may be moved to a machine without such files. The engine is asked only once.
 */
export function createTimeZones({ engine }: { readonly engine: Pick<EventStore, 'timeZones'> }): TimeZones {
  let known: ReadonlyMap<string, string> | null = null
  return {
    async find(name) {
      known ??= await loadZones(engine)
      return known.get(name.toLowerCase()) ?? null
    },
  }
}

async function loadZones(engine: Pick<EventStore, 'timeZones'>): Promise<ReadonlyMap<string, string>> {
  return new Map((await engine.timeZones()).map((name) => [name.toLowerCase(), name]))
}
