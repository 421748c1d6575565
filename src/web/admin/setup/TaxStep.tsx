import { adminPaths } from '#contract/admin-paths.ts'
import { setTaxCall, type TaxTable } from '#contract/checkout/rates.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { Checkbox } from '../ui/fields.tsx'
import { Loaded } from '../ui/states.tsx'
import { StepForm } from './StepForm.tsx'

/** The tax of the first state. */
export function TaxStep({ onDone }: { onDone: () => void }) {
  const table = useAdminQuery('taxTable')
  const settings = useAdminQuery('settings')
  return (
    <Loaded query={table}>
      {(rates) => (
        <Loaded query={settings}>
          {({ data }) => (
            <TaxForm
              table={rates}
              state={data.find(({ key }) => key === 'pickup_state')?.value ?? ''}
              onDone={onDone}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function TaxForm({ table, state, onDone }: { table: TaxTable; state: string; onDone: () => void }) {
  const { mutateAsync } = useAdminMutation('setTax', { hideErrorToast: true })
  const form = useAdminForm({
    call: setTaxCall,
    fields: { state, percent: '', on_shipping: false },
    body: (fields) => ({ ...fields, zip_prefix: '', on_goods: true, expected_version: table.version }),
    send: (body) => mutateAsync({ body }),
  })
  return (
    <StepForm onDone={onDone} {...form.dialog}>
      {table.data.length > 0 && (
        <p>You have {table.data.length === 1 ? 'one rate' : `${table.data.length} rates`} already.</p>
      )}
      <StateSelect {...form.field('state')} />
      <TextField {...form.field('percent')} label="Percent" inputMode="decimal" placeholder="6.625" />
      <Checkbox {...form.field('on_shipping')} label="Applies to shipping, too" />
      <p className="text-small text-muted">
        More states, and parts of a state, are under{' '}
        <PageLink to={adminPaths.tax} className="text-link">
          Tax
        </PageLink>
        .
      </p>
    </StepForm>
  )
}
