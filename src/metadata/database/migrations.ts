import type { Migration } from 'kysely'
import { up as foundation } from './migrations/0001-foundation.ts'
import { up as peopleAndGroups } from './migrations/0002-people-and-groups.ts'
import { up as insightResource } from './migrations/0003-insight-resource.ts'
import { up as installation } from './migrations/0004-installation.ts'
import { up as invitations } from './migrations/0005-invitations.ts'
import { up as actions } from './migrations/0006-actions.ts'
import { up as cohorts } from './migrations/0007-cohorts.ts'
import { up as annotations } from './migrations/0008-annotations.ts'
import { up as textTiles } from './migrations/0009-text-tiles.ts'
import { up as projectSettings } from './migrations/0010-project-settings.ts'
import { up as pathCleaning } from './migrations/0011-path-cleaning.ts'
import { up as dashboardSharing } from './migrations/0012-dashboard-sharing.ts'
import { up as issueHours } from './migrations/0013-issue-hours.ts'
import { up as eventDeletions } from './migrations/0014-event-deletions.ts'
import { up as sharedDates } from './migrations/0015-shared-dates.ts'
import { up as visitorKeys } from './migrations/0016-visitor-keys.ts'
import { up as restoredTiles } from './migrations/0017-restored-tiles.ts'
import { up as identifiedIds } from './migrations/0018-identified-ids.ts'
import { up as historicalEvents } from './migrations/0019-historical-events.ts'
import { up as filtersGiven } from './migrations/0020-filters-given.ts'
import { up as sharingKey } from './migrations/0021-sharing-key.ts'
import { up as resultParts } from './migrations/0022-result-parts.ts'
import { up as eventMigrations } from './migrations/0023-event-migrations.ts'
import { up as eventsCompared } from './migrations/0024-events-compared.ts'
import { up as move } from './migrations/0025-move.ts'
import { up as deletedProjects } from './migrations/0026-deleted-projects.ts'
import { up as writeAheadLog } from './migrations/0027-write-ahead-log.ts'

/** Migrations by name. They run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>
export const MIGRATIONS: Migrations = {
  '0001-foundation': { up: foundation },
  '0002-people-and-groups': { up: peopleAndGroups },
  '0003-insight-resource': { up: insightResource },
  '0004-installation': { up: installation },
  '0005-invitations': { up: invitations },
  '0006-actions': { up: actions },
  '0007-cohorts': { up: cohorts },
  '0008-annotations': { up: annotations },
  '0009-text-tiles': { up: textTiles },
  '0010-project-settings': { up: projectSettings },
  '0011-path-cleaning': { up: pathCleaning },
  '0012-dashboard-sharing': { up: dashboardSharing },
  '0013-issue-hours': { up: issueHours },
  '0014-event-deletions': { up: eventDeletions },
  '0015-shared-dates': { up: sharedDates },
  '0016-visitor-keys': { up: visitorKeys },
  '0017-restored-tiles': { up: restoredTiles },
  '0018-identified-ids': { up: identifiedIds },
  '0019-historical-events': { up: historicalEvents },
  '0020-filters-given': { up: filtersGiven },
  '0021-sharing-key': { up: sharingKey },
  '0022-result-parts': { up: resultParts },
  '0023-event-migrations': { up: eventMigrations },
  '0024-events-compared': { up: eventsCompared },
  '0025-move': { up: move },
  '0026-deleted-projects': { up: deletedProjects },
  '0027-write-ahead-log': { up: writeAheadLog },
}
