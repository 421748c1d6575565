import { useState } from 'react'
import { type MailServer, mailEncryptions, saveMailServerCall, sendTestMailCall } from '#contract/mail/mail-server.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useStaff } from '../api/session.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { Loaded } from '../ui/states.tsx'
import { StepForm } from './StepForm.tsx'

const encryptionNames: Record<(typeof mailEncryptions)[number], string> = {
  starttls: 'STARTTLS (port 587)',
  tls: 'TLS (port 465)',
  none: 'None, only on this machine',
}

/** The mail server, and an email that tries it. */
export function MailStep() {
  const server = useAdminQuery('mailServer')
  return (
    <Loaded query={server}>
      {(current) => (
        <div className="grid gap-8">
          {current.environment === null ? (
            <ServerForm current={current} />
          ) : (
            <p>
              Emails are sent by <strong>{current.environment}</strong>, which is set on the server (SMTP_URL).
            </p>
          )}
          {(current.environment !== null || current.server !== null) && <TestMailForm />}
        </div>
      )}
    </Loaded>
  )
}

function ServerForm({ current }: { current: MailServer }) {
  const { opened, sendExpected, restart } = useExpectedVersion(current)
  const { mutateAsync } = useAdminMutation('saveMailServer', {
    hideErrorToast: true,
    successMessage: 'Mail server saved.',
    onSuccess: restart,
  })
  const { server } = current
  const form = useAdminForm({
    call: saveMailServerCall,
    fields: {
      host: server?.host ?? '',
      port: String(server?.port ?? 587),
      encryption: server?.encryption ?? 'starttls',
      user_name: server?.user_name ?? '',
      password: '',
    },
    body: ({ port, ...fields }) => ({ ...fields, port: Number(port), expected_version: opened.version }),
    send: (body) => sendExpected((expected_version) => mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <StepForm submit="Save" {...form.dialog}>
      <TextField {...form.field('host')} label="Server" placeholder="smtp.example.com" autoCapitalize="none" />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select {...form.field('encryption')} label="Encryption">
          {mailEncryptions.map((encryption) => (
            <option key={encryption} value={encryption}>
              {encryptionNames[encryption]}
            </option>
          ))}
        </Select>
        <TextField {...form.field('port')} label="Port" inputMode="numeric" />
      </div>
      <TextField {...form.field('user_name')} label="User" optional autoComplete="off" autoCapitalize="none" />
      <TextField
        {...form.field('password')}
        label="Password"
        type="password"
        optional
        autoComplete="new-password"
        hint={server?.has_password ? 'Leave blank to keep the current one.' : 'Stored encrypted.'}
      />
    </StepForm>
  )
}

function TestMailForm() {
  const { email } = useStaff()
  const [sentTo, setSentTo] = useState<string>()
  const { mutateAsync } = useAdminMutation('sendTestMail', { hideErrorToast: true })
  const form = useAdminForm({
    call: sendTestMailCall,
    fields: { to: email },
    body: (fields) => fields,
    async send(body) {
      setSentTo(undefined)
      await mutateAsync({ body })
      setSentTo(body.to)
    },
  })
  return (
    <div className="grid gap-4 border-t border-hairline pt-6">
      <StepForm submit="Send a test email" {...form.dialog}>
        <TextField {...form.field('to')} label="Test email to" type="email" />
      </StepForm>
      {sentTo !== undefined && (
        <Alert tone="success">The mail server took the email. Check the inbox of {sentTo}, and its spam folder.</Alert>
      )}
    </div>
  )
}
