import type { AdminResponse } from '#contract/admin-calls.ts'
import { pagePaths } from '#contract/paths.ts'
import { adminGet } from '../api/api.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { firstStepLabels } from '../dashboard/first-step-labels.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'

const KEY = 'open_to_visitors'

/** Opens the store, after a look at what is still missing. */
export function OpenStep({ setup: { steps, is_open } }: { setup: AdminResponse<'setup'> }) {
  const change = useAdminMutation('changeSetting', { successMessage: 'Your store is open.' })
  const missing = steps.filter(({ step, done }) => !done && step !== 'open')

  async function open() {
    const { data } = await adminGet('settings')
    const expected_version = data.find(({ key }) => key === KEY)?.version ?? ''
    change.mutate({ params: { key: KEY }, body: { value: 'on', expected_version, reason: '' } })
  }

  if (is_open)
    return (
      <div className="grid justify-items-start gap-4">
        <p>Your store is open. Everyone can see it and order.</p>
        {/* Another bundle, so the link loads the page. */}
        <a href={pagePaths.home} className="text-link">
          View store
        </a>
      </div>
    )
  return (
    <div className="grid max-w-form justify-items-start gap-4">
      <p>
        Visitors see “Opening soon” with your name, hours and contact details. Once you open the store, everyone can see
        it and order.
      </p>
      {missing.length > 0 && (
        <div className="grid gap-2">
          <p className="font-[560]">Not done yet:</p>
          <ul className="grid gap-1">
            {missing.map(({ step }) => (
              <li key={step}>
                {firstStepLabels[step].name}. <span className="text-muted">{firstStepLabels[step].consequence}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" busy={change.isPending} onClick={() => void open()}>
          Open the store
        </Button>
        {missing[0] && <ButtonLink to={firstStepLabels[missing[0].step].to}>Do the next step first</ButtonLink>}
      </div>
    </div>
  )
}
