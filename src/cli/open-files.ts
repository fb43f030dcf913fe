/**
 * Lowest accepted limit of open files. The engine was measured: 173 descriptors at the start, 220 while
 * events of three years arrive, and 293 when 24 questions run at the same time. Each connection takes one
 * more, and a longer history has more parts. With a limit of 128, the start fails or questions fail.
 */
const LEAST_OPEN_FILES = 1_024

/**
 * Returns one sentence that says why this limit of descriptors is too low, or null if it is high enough. A
 * limit of null means no limit.
 */
export const tooFewOpenFiles = (limit: number | null): string | null =>
  limit === null || limit >= LEAST_OPEN_FILES
    ? null
    : `Throughline needs ${LEAST_OPEN_FILES} open files, and this process may have ${limit}: raise the limit with "ulimit -n ${LEAST_OPEN_FILES}", LimitNOFILE= of systemd or --ulimit nofile= of Docker.`

/**
 * Checks the limit of open files. At its start, Node has raised the soft limit to the hard limit.
 * @throws Error if the limit is too low
 */
export function checkOpenFiles(): void {
  const reason = tooFewOpenFiles(openFilesLimit())
  if (reason !== null) throw new Error(reason)
}

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft: number | string } }
}

/** Returns the soft limit of this process; null if there is none or it is not known. */
function openFilesLimit(): number | null {
  const { userLimits } = process.report.getReport() as Report
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isInteger(limit) ? limit : null
}
