import { useState } from 'react'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { Alert } from '#web/ui/Alert.tsx'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { outcomeMessage } from '../staff/staff-labels.ts'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox, MoneyField } from '../ui/fields.tsx'
import { optionalOf, textOf } from '../ui/read-form.ts'
import { conflictingValue, formatValue, type Setting } from './setting-labels.ts'

/** Changes one setting. After a conflict, shows the other value and keeps unsaved input. */
export function SettingDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { key, name, description } = setting
  /** Value when the dialog opened. */
  const [initialValue] = useState(setting.value)
  /** Value saved by someone else in the meantime. */
  const [concurrentValue, setConcurrentValue] = useState<string>()
  const change = useAdminMutation('changeSetting', {
    hideErrorToast: true,
    successMessage: outcomeMessage(`${name} updated.`),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={name}
      submit="Save"
      onSubmit={(form) =>
        change
          .mutateAsync({
            params: { key },
            body: {
              value: enteredValue(setting, form),
              expected: concurrentValue ?? initialValue,
              reason: optionalOf(form, 'reason') ?? '',
            },
          })
          .catch((error: unknown) => {
            const latest = conflictingValue(error)
            if (latest !== undefined) setConcurrentValue(latest)
            throw error
          })
      }
    >
      <p className="text-muted">{description}.</p>
      {concurrentValue !== undefined && (
        <Alert tone="note">
          <span>Current value: {formatValue(setting, concurrentValue)}. Saving replaces it.</span>
        </Alert>
      )}
      <ValueField setting={setting} />
      <TextField name="reason" label="Reason" optional hint="Saved with the change." />
    </FormDialog>
  )
}

function ValueField({ setting }: { setting: Setting }) {
  const { input, name, value, constraint, choices, default: fallback } = setting
  const defaultHint = `The default is ${formatValue(setting, fallback)}.`
  const constraintHint = `${constraint.charAt(0).toUpperCase()}${constraint.slice(1)}. ${defaultHint}`
  switch (input) {
    case 'switch':
      return <Checkbox name="value" label="On" defaultChecked={value === 'on'} hint={defaultHint} autoFocus />
    case 'lines':
      return <TextArea name="value" label={name} defaultValue={value} hint={constraintHint} autoFocus />
    case 'amount':
      return <MoneyField name="value" label="Dollars" defaultValue={value} hint={defaultHint} autoFocus />
    case 'number':
      return (
        <TextField name="value" label={name} inputMode="numeric" defaultValue={value} hint={constraintHint} autoFocus />
      )
    case 'choice':
      return (
        <Select name="value" label={name} defaultValue={value} hint={defaultHint} autoFocus>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'state':
      return <StateSelect name="value" label={name} none="None" defaultValue={value} hint={defaultHint} autoFocus />
    case 'line':
      return <TextField name="value" label={name} defaultValue={value} hint={constraintHint} autoFocus />
  }
}

const enteredValue = ({ input }: Setting, form: FormData): string =>
  input === 'switch' ? (form.get('value') === null ? 'off' : 'on') : textOf(form, 'value')
