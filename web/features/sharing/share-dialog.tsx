import { Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useWork } from '#web/ui/use-work.ts'
import { changeSharing, replaceLink, type Shared, sharingOf } from './sharing-data.ts'

interface ShareDialogProps {
  readonly shared: Shared
  readonly mayChange: boolean
  onClose(): void
}

/**
 * Dialog for the link of an insight or a dashboard. It turns the link on or off, replaces it, and shows the
 * HTML that embeds the insight or dashboard in another page.
 */
export function ShareDialog({ shared, mayChange, onClose }: ShareDialogProps) {
  useFocusReturn()
  const { id: projectId } = useProject()
  const queries = useQueryClient()
  const options = sharingOf(projectId, shared)
  const sharing = useQuery(options)
  const { run, isBusy, refusal } = useWork()
  const change = (work: () => Promise<unknown>) =>
    run(() => work().finally(() => queries.invalidateQueries({ queryKey: options.queryKey })))
  const changeDates = (may_change_dates: boolean) =>
    change(() => {
      // The checkbox shows the choice before the server has accepted it. If the server refuses, the state
      // of the server is fetched again.
      queries.setQueryData(options.queryKey, (before) => before && { ...before, may_change_dates })
      return changeSharing(projectId, shared, { may_change_dates })
    })
  const isOn = sharing.data?.enabled ?? false
  const at = (place: string) => `${location.origin}/${place}/${sharing.data?.access_token}`
  return (
    <Modal opened title="Share" onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="share">
        {sharing.isError && <ErrorBox error={sharing.error} onRetry={() => void sharing.refetch()} />}
        <p className="soft">
          {isOn
            ? `Everyone with the link sees this ${shared.noun}, and nothing else.`
            : `Nobody outside of the project sees this ${shared.noun}.`}
        </p>
        {isOn && (
          <>
            <CopyBox text={at('shared')} label="the link" />
            {shared.noun === 'insight' && (
              <>
                <p className="soft">
                  For a spreadsheet that loads the table as CSV by itself (IMPORTDATA in Google Sheets, Data
                  from Web in Excel):
                </p>
                <CopyBox text={`${at('shared')}.csv`} label="the address for a spreadsheet" />
              </>
            )}
            <p className="soft">To show it inside another page:</p>
            <CopyBox
              text={`<iframe src="${at('embedded')}" width="800" height="600" title="Throughline"></iframe>`}
              label="the line for another page"
            />
          </>
        )}
        {isOn && (
          <label className="line">
            <input
              type="checkbox"
              checked={sharing.data?.may_change_dates ?? false}
              disabled={isBusy || !mayChange}
              onChange={({ target }) => void changeDates(target.checked)}
            />
            Visitors may change the dates
          </label>
        )}
        {refusal !== null && <p role="alert">{refusal}</p>}
        {sharing.isSuccess && mayChange && (
          <div className="line">
            <Button
              look={isOn ? 'default' : 'ink'}
              disabled={isBusy}
              onClick={() => void change(() => changeSharing(projectId, shared, { enabled: !isOn }))}
            >
              {isOn ? 'Turn the link off' : 'Create a link'}
            </Button>
            {isOn && (
              <Button
                look="plain"
                disabled={isBusy}
                onClick={() => void change(() => replaceLink(projectId, shared))}
              >
                Replace the link
              </Button>
            )}
          </div>
        )}
        {!mayChange && <p className="quiet">A member of the project can change this.</p>}
      </div>
    </Modal>
  )
}
