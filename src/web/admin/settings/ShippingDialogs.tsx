import { saveShippingMethodCall, saveShippingZoneCall } from '#contract/checkout/rates.ts'
import { ApiError } from '#web/api/api.ts'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { MoneyField } from '../ui/fields.tsx'
import {
  type Method,
  newCode,
  readPrefixes,
  readRate,
  type ShippingAction,
  type ShippingTable,
  shippingFacts,
  type Zone,
} from './rate-labels.ts'

const INVALID_AMOUNT = 'Enter an amount, such as 7.50.'

export function ZoneDialog({
  zone,
  table,
  onClose,
}: {
  zone: Zone | undefined
  table: ShippingTable
  onClose: () => void
}) {
  const { opened, latest, sendExpected } = useExpectedVersion(table)
  const { methods } = opened
  const save = useAdminMutation('saveShippingZone', { hideErrorToast: true, successMessage: 'Zone saved.' })
  const form = useAdminForm({
    call: saveShippingZoneCall,
    fields: {
      name: zone?.name ?? '',
      prefixes: zone?.prefixes.join(' ') ?? '',
      rates: Object.fromEntries(
        methods.map(({ code }) => {
          const rate = zone?.rates.find(({ method }) => method === code)
          return [code, { base: rate?.base.toFixed(2) ?? '', pound: rate?.per_pound.toFixed(2) ?? '' }]
        }),
      ),
    },
    body: ({ name, prefixes, rates }) => ({
      code: zone?.code ?? newCode(name, latest.zones),
      name,
      prefixes: readPrefixes(prefixes),
      rates: methods.flatMap(({ code }) => {
        const { base = '', pound = '' } = rates[code] ?? {}
        const read = readRate(code, base, pound)
        if (!read) return [{ method: code, base: Number.NaN, per_pound: Number.NaN }]
        return read.isOffered ? [read.rate] : []
      }),
      expected_version: opened.version,
    }),
    async send(body) {
      const invalid = body.rates.find(({ base }) => Number.isNaN(base))
      if (invalid) {
        const errors = { [`rates.${invalid.method}.base`]: INVALID_AMOUNT }
        throw new ApiError('saveShippingZone', 422, {
          ...{ code: 'invalid', title: 'Invalid', status: 422, detail: INVALID_AMOUNT },
          errors,
        })
      }
      await sendExpected((expected_version) => save.mutateAsync({ body: { ...body, expected_version } }))
    },
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      variant="wide"
      title={zone ? zone.name : 'New zone'}
      submit="Save"
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={shippingFacts} />
      <TextField {...form.field('name')} label="Name" autoFocus />
      <TextArea
        {...form.field('prefixes')}
        label="ZIP prefixes"
        hint="One to five digits each, separated by spaces; the longest match wins."
      />
      <fieldset className="grid gap-3">
        <legend className="pb-1 text-small text-muted">
          Price per package by method. Leave blank if the method isn’t offered here.
        </legend>
        {methods.map(({ code, label }) => (
          <div key={code} className="grid grid-cols-2 gap-3">
            <MoneyField
              {...form.field(`rates.${code}.base`)}
              label={`${label}, per package`}
              placeholder="not offered"
            />
            <MoneyField {...form.field(`rates.${code}.pound`)} label={`${label}, per pound`} placeholder="" />
          </div>
        ))}
      </fieldset>
    </FormDialog>
  )
}

export function MethodDialog({
  method,
  table,
  onClose,
}: {
  method: Method | undefined
  table: ShippingTable
  onClose: () => void
}) {
  const { opened, latest, sendExpected } = useExpectedVersion(table)
  const save = useAdminMutation('saveShippingMethod', { hideErrorToast: true, successMessage: 'Method saved.' })
  const form = useAdminForm({
    call: saveShippingMethodCall,
    fields: { label: method?.label ?? '' },
    body: ({ label }) => ({
      code: method?.code ?? newCode(label, latest.methods),
      label,
      expected_version: opened.version,
    }),
    send: (body) => sendExpected((expected_version) => save.mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <FormDialog open onClose={onClose} title={method ? method.label : 'New method'} submit="Save" {...form.dialog}>
      <ConcurrentChanges opened={opened} latest={latest} facts={shippingFacts} />
      <TextField
        {...form.field('label')}
        label="Name shown to customers"
        placeholder="Ground, 3 to 5 days"
        hint={method ? undefined : 'Set a price in a zone to offer it there.'}
        autoFocus
      />
    </FormDialog>
  )
}

type Removal = Extract<ShippingAction, { kind: 'remove_zone' | 'remove_method' }>

export function RemoveDialog({
  action,
  table,
  onClose,
}: {
  action: Removal
  table: ShippingTable
  onClose: () => void
}) {
  const { opened, latest, sendExpected } = useExpectedVersion(table)
  const isZone = action.kind === 'remove_zone'
  const name = action.kind === 'remove_zone' ? action.target.name : action.target.label
  const remove = useAdminMutation(isZone ? 'removeShippingZone' : 'removeShippingMethod', {
    hideErrorToast: true,
    successMessage: `${name} removed.`,
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove ${name}`}
      submit="Remove"
      danger
      focusSubmit
      onSubmit={() =>
        sendExpected((expected_version) => remove.mutateAsync({ body: { code: action.target.code, expected_version } }))
      }
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={shippingFacts} />
      <p>
        {isZone
          ? 'You’ll no longer deliver to these ZIP codes, unless a shorter prefix in another zone matches.'
          : 'It will no longer be offered in any zone.'}{' '}
        Existing orders keep their method and price.
      </p>
    </FormDialog>
  )
}
