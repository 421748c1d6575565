import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { cx } from '#web/ui/cx.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { adminGet } from '../api/api.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Button } from '../ui/Button.tsx'
import { firstStepLabels } from './first-step-labels.ts'

const KEY = 'show_setup_list'

type Step = NonNullable<AdminResponse<'dashboard'>['first_steps']>[number]

/** Setup checklist on Today; shown until it is complete or dismissed. Dismissal is stored as a setting. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const doneCount = steps.filter((step) => step.done).length
  const changeSetting = useAdminMutation('changeSetting')
  const dismiss = useAdminMutation('changeSetting', {
    successMessage: 'Setup list dismissed.',
    undo: () => () => void setList(changeSetting, 'on'),
  })
  return (
    <section aria-labelledby="first-steps" className="grid content-start gap-2">
      <div className="flex items-start justify-between gap-4">
        <div className="grid gap-2">
          <h2 id="first-steps" className="display text-lead">
            Set up your store
          </h2>
          <p className="pb-1 text-muted">{`${doneCount} of ${steps.length} done.`}</p>
        </div>
        <Button
          kind="quiet"
          className="-mt-1 -mr-3"
          busy={dismiss.isPending}
          onClick={() => void setList(dismiss, 'off')}
        >
          Dismiss<span className="sr-only"> this list</span>
        </Button>
      </div>
      <StepList steps={steps} />
    </section>
  )
}

/** The steps with their state; each links to where it is done. */
export const StepList = ({ steps, current }: { steps: readonly Step[]; current?: Step['step'] | undefined }) => (
  <ol className="border-t border-hairline">
    {steps.map((step) => (
      <li key={step.step} className="border-b border-hairline">
        <StepLine {...step} isCurrent={step.step === current} />
      </li>
    ))}
  </ol>
)

/** Shows or hides the list, whatever the setting is now. */
async function setList({ mutate }: ReturnType<typeof useAdminMutation<'changeSetting'>>, value: 'on' | 'off') {
  const { data } = await adminGet('settings')
  const expected_version = data.find(({ key }) => key === KEY)?.version ?? ''
  mutate({ params: { key: KEY }, body: { value, expected_version, reason: '' } })
}

function StepLine({ step, done, isCurrent }: Step & { isCurrent: boolean }) {
  const { name, consequence, to } = firstStepLabels[step]
  return (
    <PageLink
      to={to}
      aria-current={isCurrent ? 'step' : undefined}
      className={cx('flex min-h-11 items-center gap-4 py-2 hover:bg-sunken', isCurrent && 'bg-sunken')}
    >
      <span
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-full border',
          done ? 'border-success bg-success text-paper' : 'border-edge',
        )}
      >
        {done && <Check size={13} strokeWidth={2.5} aria-hidden />}
      </span>
      <span className="grid grow gap-0.5">
        <span className={cx(done ? 'text-muted' : 'font-[560]')}>
          {name}
          {done && <span className="sr-only">, done</span>}
        </span>
        {!done && <span className="text-small text-muted">{consequence}</span>}
      </span>
      <ChevronRight size={16} className="shrink-0 text-muted" aria-hidden />
    </PageLink>
  )
}
