import { useProject } from '#web/api/project.ts'

interface TestAccountsSwitchProps {
  readonly isOn: boolean
  onChange(isOn: boolean): void
}

/** Switch that leaves out test accounts. The settings of the project say which accounts these are. */
export function TestAccountsSwitch({ isOn, onChange }: TestAccountsSwitchProps) {
  const { test_account_filters } = useProject()
  const isEmpty = Array.isArray(test_account_filters) && test_account_filters.length === 0
  return (
    <div className="pair">
      <span className="soft">
        Leave out test accounts
        {isOn && isEmpty && <span className="quiet"> · none are set</span>}
      </span>
      <button
        type="button"
        className="switch"
        data-part="test-accounts"
        role="switch"
        aria-checked={isOn}
        aria-label="Leave out test accounts"
        onClick={() => onChange(!isOn)}
      />
    </div>
  )
}
