import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type MyData, PasswordConfirmation } from '#contract/privacy/calls.ts'
import { paths } from '#web/api/paths.ts'
import { callQuery } from '#web/api/query.ts'
import { showResponse } from '#web/api/show-response.ts'
import { useCallForm } from '#web/forms/use-call-form.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { AccountFrame } from './AccountFrame.tsx'
import { EraseMyData } from './EraseMyData.tsx'

const myDataQuery = () => callQuery('myData')

const MyDataPage = () => <AccountFrame title="My Data">{() => <MyDataCards />}</AccountFrame>
export default MyDataPage

function MyDataCards() {
  const client = useQueryClient()
  const { data, error } = useQuery(myDataQuery())
  if (!data) {
    return error ? (
      <Alert tone="danger">We can’t load your data right now. Please try again in a moment.</Alert>
    ) : (
      <Spinner label="Loading" className="text-muted" />
    )
  }
  return (
    <div className="grid max-w-text gap-10">
      <ExportMyData />
      <AcceptedTerms terms={data.terms} />
      <EraseMyData data={data} onSuccess={(response) => showResponse(client, myDataQuery().queryKey, response)} />
    </div>
  )
}

/** Exports everything in one file. Requires the password so that an unattended browser is not enough. */
function ExportMyData() {
  const [path, setPath] = useState<string>()
  const { form, onSubmit, failure, busy } = useCallForm({
    rules: PasswordConfirmation,
    call: 'exportMyData',
    empty: { current_password: '' },
    onSuccess: (response) => {
      setPath(response.path)
      form.reset()
      window.location.assign(response.path)
    },
  })
  return (
    <section aria-labelledby="export" className="grid gap-4">
      <h2 id="export" className="display text-title">
        Download a copy
      </h2>
      <p>
        Get everything we have about you in one ZIP file: your account, addresses, orders and payments, points, bonuses,
        posts and comments, emails we sent you, and files you uploaded.
      </p>
      {path !== undefined && (
        <Alert tone="success">
          <span>
            Your download has started. If it hasn’t,{' '}
            <a href={path} className="text-link underline">
              download it here
            </a>{' '}
            within ten minutes.
          </span>
        </Alert>
      )}
      <form noValidate onSubmit={onSubmit} className="grid max-w-narrow gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        <TextField
          label="Current Password"
          type="password"
          autoComplete="current-password"
          required
          error={form.formState.errors.current_password?.message}
          {...form.register('current_password')}
        />
        <Button type="submit" kind="secondary" busy={busy} busyText="Preparing…" className="justify-self-start">
          Download my data
        </Button>
      </form>
    </section>
  )
}

const formatDay = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'America/New_York' })

function AcceptedTerms({ terms }: Pick<MyData, 'terms'>) {
  return (
    <section aria-labelledby="terms" className="grid gap-4">
      <h2 id="terms" className="display text-title">
        Terms
      </h2>
      {terms.length === 0 ? (
        <p className="text-muted">You registered before our terms were introduced.</p>
      ) : (
        <ul className="grid gap-2">
          {terms.map(({ version, accepted_at }) => (
            <li key={version}>
              Version {version}, accepted on {formatDay(accepted_at)}
            </li>
          ))}
        </ul>
      )}
      <PageLink to={paths.terms} className="text-link justify-self-start underline">
        Current terms
      </PageLink>
    </section>
  )
}
