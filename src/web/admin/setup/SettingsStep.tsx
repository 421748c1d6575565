import { useState } from 'react'
import type { AdminResponse } from '#contract/admin-calls.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { fieldErrors } from '../api/error-messages.ts'
import { useAdminQuery } from '../api/query.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { MoneyField } from '../ui/fields.tsx'
import { Loaded } from '../ui/states.tsx'
import { StepForm } from './StepForm.tsx'

type Setting = AdminResponse<'settings'>['data'][number]

/** A setting as a field of the form. */
export type SettingField = { key: string; label: string; hint?: string; autoComplete?: string }

type SettingsStepProps = { fields: readonly SettingField[]; onDone: () => void }

/** Several settings in one form; each that changed is saved by itself, with its own entry in the audit log. */
export function SettingsStep(props: SettingsStepProps) {
  const settings = useAdminQuery('settings')
  return <Loaded query={settings}>{({ data }) => <SettingsForm settings={data} {...props} />}</Loaded>
}

function SettingsForm({ settings, fields, onDone }: SettingsStepProps & { settings: readonly Setting[] }) {
  const shown = fields.flatMap((field) => {
    const setting = settings.find(({ key }) => key === field.key)
    return setting ? [{ ...field, setting }] : []
  })
  const [values, setValues] = useState(() => Object.fromEntries(shown.map(({ key, setting }) => [key, setting.value])))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { mutateAsync } = useAdminMutation('changeSetting', { hideErrorToast: true })

  async function save(): Promise<boolean> {
    setErrors({})
    for (const { key, setting } of shown) {
      const value = (values[key] ?? '').trim()
      if (value === setting.value) continue
      try {
        await mutateAsync({ params: { key }, body: { value, expected_version: setting.version, reason: '' } })
      } catch (error) {
        const { value: message } = fieldErrors(error)
        if (message !== undefined) setErrors({ [key]: message })
        throw error
      }
    }
    return true
  }

  return (
    <StepForm onSubmit={save} onDone={onDone} errors={errors}>
      {shown.map(({ key, label, hint, autoComplete, setting }) => {
        const field = {
          name: key,
          label,
          value: values[key] ?? '',
          onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [key]: target.value }),
          ...(hint !== undefined && { hint }),
          ...(autoComplete !== undefined && { autoComplete }),
          ...(setting.overridden && {
            disabled: true,
            hint: `Set by ${setting.overridden.variable} on the server.`,
          }),
        }
        switch (setting.input) {
          case 'lines':
            return <TextArea key={key} rows={3} {...field} />
          case 'amount':
            return <MoneyField key={key} {...field} />
          case 'state':
            return <StateSelect key={key} none="None" {...field} />
          default:
            return <TextField key={key} {...field} />
        }
      })}
    </StepForm>
  )
}
