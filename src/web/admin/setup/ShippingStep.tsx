import { useState } from 'react'
import { adminPaths } from '#contract/admin-paths.ts'
import { applyShippingTemplateCall, type ShippingTable } from '#contract/checkout/rates.ts'
import { TextField } from '#web/ui/fields.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { MoneyField } from '../ui/fields.tsx'
import { parseAmount } from '../ui/parse-amount.ts'
import { RadioList } from '../ui/RadioList.tsx'
import { Loaded } from '../ui/states.tsx'
import { StepForm } from './StepForm.tsx'

/** Rates from a template; the page with all rates is one link away. */
export function ShippingStep({ onDone }: { onDone: () => void }) {
  const table = useAdminQuery('shippingTable')
  const settings = useAdminQuery('settings')
  return (
    <Loaded query={table}>
      {(rates) => (
        <Loaded query={settings}>
          {({ data }) => (
            <TemplateForm table={rates} zip={data.find(({ key }) => key === 'shop_zip')?.value ?? ''} onDone={onDone} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type TemplateFormProps = { table: ShippingTable; zip: string; onDone: () => void }

function TemplateForm({ table: { zones, version }, zip, onDone }: TemplateFormProps) {
  const [template, setTemplate] = useState<'flat' | 'distance'>('distance')
  const { mutateAsync } = useAdminMutation('applyShippingTemplate', { hideErrorToast: true })
  const form = useAdminForm({
    call: applyShippingTemplateCall,
    fields: { price: '', zip },
    body: (fields) =>
      template === 'flat'
        ? { template, price: parseAmount(fields.price) as number, expected_version: version }
        : { template, zip: fields.zip, expected_version: version },
    send: (body) => mutateAsync({ body }),
  })
  return (
    <StepForm onDone={onDone} submit="Use these rates and continue" {...form.dialog}>
      <RadioList
        legend="Rates"
        value={template}
        onChange={setTemplate}
        options={[
          { value: 'distance', label: 'By distance and weight, from $6.95' },
          { value: 'flat', label: 'One price everywhere' },
        ]}
      />
      {template === 'flat' ? (
        <MoneyField key="price" {...form.field('price')} label="Price per order" hint="0.00 for free shipping." />
      ) : (
        <TextField
          key="zip"
          {...form.field('zip')}
          label="Ship-from ZIP"
          inputMode="numeric"
          autoComplete="postal-code"
          hint="Five zones around it, with ground and express. You can change every amount."
        />
      )}
      <p className="text-small text-muted">
        This replaces the {zones.length} zones you have now.{' '}
        <PageLink to={adminPaths.shipping} className="text-link">
          See and edit all rates
        </PageLink>
      </p>
    </StepForm>
  )
}
