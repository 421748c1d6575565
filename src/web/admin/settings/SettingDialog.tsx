import type { UseFormRegisterReturn } from 'react-hook-form'
import { changeSettingCall } from '#contract/identity/settings.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { Select, TextArea, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { outcomeMessage } from '../staff/staff-labels.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox, MoneyField } from '../ui/fields.tsx'
import { formatValue, type Setting, settingFacts } from './setting-labels.ts'

/** Changes one setting. */
export function SettingDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { key, name, description } = setting
  const { opened, latest, sendExpected } = useExpectedVersion(setting)
  const change = useAdminMutation('changeSetting', {
    hideErrorToast: true,
    successMessage: outcomeMessage(`${name} updated.`),
  })
  const form = useAdminForm({
    call: changeSettingCall,
    fields: { value: setting.input === 'switch' ? setting.value === 'on' : setting.value, reason: '' },
    body: ({ value, reason }) => ({
      value: typeof value === 'boolean' ? (value ? 'on' : 'off') : value.trim(),
      expected_version: opened.version,
      reason,
    }),
    send: (body) =>
      sendExpected((expected_version) => change.mutateAsync({ params: { key }, body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={name} submit="Save" {...form.dialog}>
      <p className="text-muted">{description}.</p>
      <ConcurrentChanges opened={opened} latest={latest} facts={settingFacts} />
      <ValueField setting={setting} field={form.field('value')} />
      <TextField {...form.field('reason')} label="Reason" optional hint="Saved with the change." />
    </FormDialog>
  )
}

type ValueFieldProps = { setting: Setting; field: UseFormRegisterReturn }

function ValueField({ setting, field }: ValueFieldProps) {
  const { input, name, constraint, choices, default: fallback } = setting
  const defaultHint = `The default is ${formatValue(setting, fallback)}.`
  const constraintHint = `${constraint.charAt(0).toUpperCase()}${constraint.slice(1)}. ${defaultHint}`
  switch (input) {
    case 'switch':
      return <Checkbox {...field} label="On" hint={defaultHint} autoFocus />
    case 'lines':
      return <TextArea {...field} label={name} hint={constraintHint} autoFocus />
    case 'amount':
      return <MoneyField {...field} label="Dollars" hint={defaultHint} autoFocus />
    case 'number':
      return <TextField {...field} label={name} inputMode="numeric" hint={constraintHint} autoFocus />
    case 'choice':
      return (
        <Select {...field} label={name} hint={defaultHint} autoFocus>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )
    case 'state':
      return <StateSelect {...field} label={name} none="None" hint={defaultHint} autoFocus />
    case 'line':
      return <TextField {...field} label={name} hint={constraintHint} autoFocus />
  }
}
