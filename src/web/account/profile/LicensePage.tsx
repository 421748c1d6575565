import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { License } from '#contract/customers/license.ts'
import { licenseTypeNames } from '#contract/customers/license-labels.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { callUrl } from '#web/api/api.ts'
import { statesQuery } from '#web/forms/states-query.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { LicenseForm } from './LicenseForm.tsx'
import { licenseQuery } from './license-query.ts'

const LicensePage = () => <AccountFrame title="My License">{() => <LicenseDetails />}</AccountFrame>
export default LicensePage

function LicenseDetails() {
  const { data: license, error } = useQuery(licenseQuery())
  if (license === undefined)
    return error ? (
      <Alert tone="danger">We can’t load your license right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading your license" className="text-muted" />
    )
  return (
    <div className="grid max-w-narrow gap-8">
      {license.order_block_reason !== null && <Alert tone="warning">{license.order_block_reason}</Alert>}
      {renewalNotice(license) && <Alert tone="warning">{renewalNotice(license)}</Alert>}
      {license.status !== 'none' && <LicenseFacts license={license} />}
      {license.renewal && <RenewalFacts renewal={license.renewal} />}
      <LicenseForm key={JSON.stringify(license)} license={license} />
    </div>
  )
}

function statusText({ status, approval }: License): string {
  switch (status) {
    case 'approved':
      return 'Approved'
    case 'refused':
      return 'Not accepted'
    case 'expired':
      return 'Expired'
    case 'none':
      return 'Not entered yet'
    case 'submitted':
      return approval ? 'Waiting for approval' : 'On file'
  }
}

/** Returns the renewal notice for a license that expires soon; undefined once a renewal was submitted. */
function renewalNotice({ days_to_renew, renewal }: License): string | undefined {
  if (days_to_renew === null || renewal?.status === 'submitted') return undefined
  const when = days_to_renew === 0 ? 'today' : days_to_renew === 1 ? 'tomorrow' : `in ${days_to_renew} days`
  return `Your license expires ${when}. Please send us the renewed one below.`
}

function LicenseFacts({ license }: { license: License }) {
  const { status, cosmetology_id, license_state, type, expires_on, evidence, reason } = license
  const { data: states } = useSuspenseQuery(statesQuery())
  return (
    <section aria-labelledby="license" className="rounded-card border border-hairline p-5 sm:p-6">
      <h2 id="license" className="display mb-4 text-title">
        {statusText(license)}
      </h2>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Fact name="Number">
          <span className="figures break-words">{cosmetology_id}</span>
        </Fact>
        <Fact name="State">{states.find(({ code }) => code === license_state)?.name ?? license_state}</Fact>
        {type !== null && <Fact name="Kind">{licenseTypeNames[type]}</Fact>}
        <Fact name={status === 'expired' ? 'Expired' : 'Expires'}>
          {expires_on === null ? 'Not entered' : formatCalendarDay(expires_on)}
        </Fact>
        {evidence && (
          <Fact name="File">
            <a href={callUrl('licenseFile')} download={evidence.name} className="tap-target text-link wrap-anywhere">
              {evidence.name}
            </a>
          </Fact>
        )}
        {reason !== '' && <Fact name="Reason">{reason}</Fact>}
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </>
)

function RenewalFacts({ renewal }: { renewal: NonNullable<License['renewal']> }) {
  const { status, expires_on, evidence, reason } = renewal
  return (
    <section aria-labelledby="renewal" className="rounded-card bg-sunken p-5 sm:p-6">
      <h2 id="renewal" className="font-[560]">
        {status === 'refused' ? 'Your renewal was not accepted' : 'Your renewal is under review'}
      </h2>
      {reason !== '' && <p className="mt-1 break-words">{reason}</p>}
      <p className="mt-1 text-note text-muted">
        Until {formatCalendarDay(expires_on)}
        {evidence && (
          <>
            , with{' '}
            <a href={callUrl('renewalFile')} download={evidence.name} className="tap-target text-link wrap-anywhere">
              {evidence.name}
            </a>
          </>
        )}
        .{status === 'submitted' && ' We’ll email you when we’ve reviewed it.'}
      </p>
    </section>
  )
}
