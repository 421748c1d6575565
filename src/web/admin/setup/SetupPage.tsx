import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import type { SetupStep } from '#contract/reporting/dashboard.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { StepList } from '../dashboard/FirstSteps.tsx'
import { firstStepLabels, setupPath } from '../dashboard/first-step-labels.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { LoadedPage } from '../ui/states.tsx'
import { usePageUrl } from '../ui/use-page-url.ts'
import { MailStep } from './MailStep.tsx'
import { OpenStep } from './OpenStep.tsx'
import { type SettingField, SettingsStep } from './SettingsStep.tsx'
import { ShippingStep } from './ShippingStep.tsx'
import { TaxStep } from './TaxStep.tsx'
import { TermsStep } from './TermsStep.tsx'
import { TestOrderStep } from './TestOrderStep.tsx'

/** Everything that a store needs before it opens; each step can be left, and what is done comes from the data. */
export default function SetupPage() {
  const setup = useAdminQuery('setup')
  return (
    <LoadedPage label="The setup" query={setup}>
      {(data) => <Setup setup={data} />}
    </LoadedPage>
  )
}

function Setup({ setup }: { setup: AdminResponse<'setup'> }) {
  const { steps } = setup
  const navigate = useNavigate()
  const requested = usePageUrl().get('step')
  const current = [...steps.map(({ step }) => step), 'open' as const].find((step) => step === requested)
  const nextPath = findNextPath(steps, current)
  const doneCount = steps.filter(({ done }) => done).length
  return (
    <>
      <PageHeader
        title="Set up your store"
        part={current && firstStepLabels[current].name}
        note={`${doneCount} of ${steps.length} done`}
      />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 lg:grid-cols-[min(20rem,33%)_minmax(0,1fr)]">
        <nav aria-label="Steps" className={current ? 'max-lg:hidden' : undefined}>
          <StepList steps={steps} current={current} />
        </nav>
        {current ? (
          <section key={current} aria-labelledby="step" className="grid gap-5">
            <h2 id="step" className="display text-title">
              {firstStepLabels[current].name}
            </h2>
            <Step step={current} setup={setup} onDone={() => void navigate(nextPath)} />
            <p className="flex flex-wrap gap-x-6 gap-y-2 border-t border-hairline pt-4">
              {current !== 'open' && (
                <PageLink to={nextPath} className="tap-target text-link">
                  {steps.find(({ step }) => step === current)?.done ? 'Next step' : 'Skip for now'}
                </PageLink>
              )}
              <PageLink to={adminPaths.setup} className="tap-target text-link lg:hidden">
                All steps
              </PageLink>
            </p>
          </section>
        ) : (
          <div className="grid justify-items-start gap-4 max-lg:order-first">
            <p className="max-w-form text-muted">
              You can do the steps in any order, stop at any time, and change everything later.
            </p>
            <ButtonLink kind="primary" to={nextPath}>
              Continue
            </ButtonLink>
          </div>
        )}
      </div>
    </>
  )
}

/** The first open step after the current one, or before it; the last one if everything is done. */
function findNextPath(steps: AdminResponse<'setup'>['steps'], current: SetupStep | undefined): string {
  const index = steps.findIndex(({ step }) => step === current)
  const [next] = [...steps.slice(index + 1), ...steps.slice(0, Math.max(index, 0))].filter(({ done }) => !done)
  return next ? firstStepLabels[next.step].to : setupPath('open')
}

const settingSteps: Partial<Record<SetupStep, readonly SettingField[]>> = {
  name: [{ key: 'shop_name', label: 'Store name', hint: 'On every page and in every email.' }],
  contact: [
    { key: 'shop_email', label: 'Email', hint: 'Also receives a copy of every order.', autoComplete: 'email' },
    { key: 'shop_phone', label: 'Phone', autoComplete: 'tel' },
    { key: 'postal_address', label: 'Postal address', hint: 'At the bottom of newsletters, as required by law.' },
  ],
  counter: [
    { key: 'pickup_address', label: 'Pickup address', hint: 'Starts with the name of the place.' },
    { key: 'pickup_hours', label: 'Hours', hint: 'Such as Mon–Fri 9–6, Sat 10–4.' },
    { key: 'pickup_state', label: 'State', hint: 'Its tax applies to pickups.' },
    { key: 'pickup_zip', label: 'ZIP' },
  ],
  payment: [
    { key: 'quick_pay_business_name', label: 'Quick Pay recipient', hint: 'The business name that customers see.' },
    { key: 'quick_pay_phone', label: 'Quick Pay phone number' },
    { key: 'minimum_sub_total', label: 'Minimum order', hint: '0.00 for none.' },
  ],
}

function Step({ step, setup, onDone }: { step: SetupStep; setup: AdminResponse<'setup'>; onDone: () => void }) {
  const fields = settingSteps[step]
  if (fields) return <SettingsStep fields={fields} onDone={onDone} />
  switch (step) {
    case 'shipping':
      return <ShippingStep onDone={onDone} />
    case 'taxes':
      return <TaxStep onDone={onDone} />
    case 'terms':
      return <TermsStep onDone={onDone} />
    case 'mail':
      return <MailStep />
    case 'test_order':
      return <TestOrderStep />
    case 'open':
      return <OpenStep setup={setup} />
    default:
      return (
        <LinkedStep consequence={firstStepLabels[step].consequence} to={firstStepLabels[step].to}>
          {firstStepLabels[step].name}
        </LinkedStep>
      )
  }
}

const LinkedStep = ({ consequence, to, children }: { consequence: string; to: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-4">
    <p>{consequence}</p>
    <ButtonLink to={to}>{children}</ButtonLink>
  </div>
)
