/**
 * Measured on the engine: 173 descriptors at start, 220 while events of three years arrive, 293 with 24 questions beside them;
 * each connection takes one more, and history more parts. At 128 the start fails, or questions do.
 */
const LEAST_OPEN_FILES = 1_024

/** The reason why so many descriptors (null for no limit) are too few, in one sentence, or null. */
export const tooFewOpenFiles = (limit: number | null): string | null =>
  limit === null || limit >= LEAST_OPEN_FILES
    ? null
    : `Throughline needs ${LEAST_OPEN_FILES} open files, and this process may have ${limit}: raise the limit with "ulimit -n ${LEAST_OPEN_FILES}", LimitNOFILE= of systemd or --ulimit nofile= of Docker.`

/** Node has raised the limit to the hard one at its start. @throws Error where that is too low. */
export function checkOpenFiles(): void {
  const reason = tooFewOpenFiles(openFilesLimit())
  if (reason !== null) throw new Error(reason)
}

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/** The soft limit of this process; null where there is none or it is not known. */
function openFilesLimit(): number | null {
  const { userLimits } = process.report.getReport() as Report
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isInteger(limit) ? limit : null
}
