import { useState } from 'react'
import { setTaxCall } from '#contract/checkout/rates.ts'
import { calendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useStates } from '../api/use-states.ts'
import { Button } from '../ui/Button.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { PageHead } from '../ui/PageHeader.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { say } from '../ui/toasts.tsx'
import { useInitialValue } from '../ui/use-initial-value.ts'
import { baseLabels, placeLabels, savedRateLabels, type TaxRate } from './rate-labels.ts'
import { SettingsTabs } from './SettingsTabs.tsx'
import { TestQuote } from './TestQuote.tsx'

type Doing = { what: 'set'; of?: TaxRate } | { what: 'remove'; of: TaxRate }

/** Tax rates by place and date (docs/back-office §6); existing orders keep their tax. */
export default function TaxPage() {
  const table = useAdminQuery('taxTable')
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  return (
    <>
      <PageHead
        title="Tax"
        actions={
          <Button kind="primary" onClick={() => setDoing({ what: 'set' })}>
            Add a rate
          </Button>
        }
      >
        <SettingsTabs />
      </PageHead>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Loaded query={table}>
          {({ data, version }) => (
            <div className="min-w-0">
              {data.length === 0 ? (
                <Empty title="No tax rates yet">Add a rate for a state, or for part of a state by ZIP prefix.</Empty>
              ) : (
                <DataTable
                  label="Tax rates"
                  rows={data}
                  columns={[
                    ...columns,
                    { id: 'do', head: '', end: true, cell: (rate) => <Acts rate={rate} onDo={setDoing} /> },
                  ]}
                  idOf={({ state, zip_prefix, from_date }) => `${state}-${zip_prefix}-${from_date}`}
                  phone={(rate) => (
                    <span className="grid grid-cols-1 gap-0.5">
                      <span className="flex justify-between gap-3">
                        <span className="font-[560]">{placeLabels(rate)}</span>
                        <span className="figures">{rate.percent}%</span>
                      </span>
                      <span className="flex justify-between gap-3 text-small text-muted">
                        <span>
                          {baseLabels(rate)}, from {calendarDay(rate.from_date)}
                        </span>
                        <Phase {...rate} />
                      </span>
                      <Acts rate={rate} onDo={setDoing} />
                    </span>
                  )}
                />
              )}
              {doing?.what === 'set' && <SetDialog of={doing.of} version={version} onClose={close} />}
              {doing?.what === 'remove' && <RemoveDialog of={doing.of} version={version} onClose={close} />}
            </div>
          )}
        </Loaded>
        <TestQuote />
      </div>
    </>
  )
}

const phases: Record<TaxRate['phase'], { words: string; tone: StateTone }> = {
  current: { words: 'In effect', tone: 'good' },
  upcoming: { words: 'Upcoming', tone: 'waiting' },
  past: { words: 'Past', tone: 'idle' },
}
const Phase = ({ phase }: TaxRate) => <StateDot tone={phases[phase].tone}>{phases[phase].words}</StateDot>

function Acts({ rate, onDo }: { rate: TaxRate; onDo: (doing: Doing) => void }) {
  if (rate.phase === 'past') return null
  const jurisdiction = placeLabels(rate)
  return (
    <span className="-ml-3 inline-flex gap-1 md:ml-0">
      <Button kind="quiet" aria-label={`Change ${jurisdiction}`} onClick={() => onDo({ what: 'set', of: rate })}>
        Change
      </Button>
      <Button kind="quiet" aria-label={`Remove ${jurisdiction}`} onClick={() => onDo({ what: 'remove', of: rate })}>
        Remove
      </Button>
    </span>
  )
}

const columns: readonly DataColumn<TaxRate>[] = [
  { id: 'place', head: 'Location', cell: (rate) => placeLabels(rate) },
  { id: 'percent', head: 'Rate', end: true, cell: ({ percent }) => `${percent}%` },
  { id: 'base', head: 'Applies to', cell: (rate) => baseLabels(rate) },
  { id: 'from', head: 'From', cell: ({ from_date }) => calendarDay(from_date) },
  { id: 'phase', head: 'State', cell: (rate) => <Phase {...rate} /> },
]

function SetDialog({ of, version, onClose }: { of: TaxRate | undefined; version: string; onClose: () => void }) {
  const expected = useInitialValue(version)
  const states = useStates() ?? []
  const set = useAdminMutation('setTax', {
    isQuiet: true,
    onDone: ({ data }, { body }) => say(savedRateLabels(data, body, states)),
  })
  const form = useAdminForm({
    call: setTaxCall,
    fields: {
      state: of?.state ?? '',
      zip_prefix: of?.zip_prefix ?? '',
      percent: of ? String(of.percent) : '',
      on_goods: of?.on_goods ?? true,
      on_shipping: of?.on_shipping ?? false,
      // A rate that has not started yet is corrected on its own start date.
      from_date: of?.phase === 'upcoming' ? of.from_date : '',
    },
    body: ({ from_date, ...fields }) => ({ ...fields, from_date: from_date || undefined, expected }),
    send: (body) => set.mutateAsync({ body }),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={of ? `${placeLabels(of)} tax` : 'New tax rate'}
      submit="Save rate"
      {...form.dialog}
    >
      {!of && (
        <div className="grid gap-4 sm:grid-cols-2">
          <StateSelect {...form.field('state')} autoFocus />
          <TextField
            {...form.field('zip_prefix')}
            label="ZIP prefix"
            optional
            inputMode="numeric"
            hint="Leave blank for the whole state."
          />
        </div>
      )}
      <TextField
        {...form.field('percent')}
        label="Percent"
        inputMode="decimal"
        placeholder="8.875"
        autoFocus={of !== undefined}
      />
      <Checkbox {...form.field('on_goods')} label="Applies to products" />
      <Checkbox {...form.field('on_shipping')} label="Applies to shipping and insurance" />
      <TextField
        {...form.field('from_date')}
        type="date"
        label="From"
        optional
        hint="Today or later. Leave blank for today."
        min={shopDayOf(Date.now())}
      />
    </FormDialog>
  )
}

function RemoveDialog({ of, version, onClose }: { of: TaxRate; version: string; onClose: () => void }) {
  const expected = useInitialValue(version)
  const states = useStates() ?? []
  const name = placeLabels({ ...of, state: states.find(({ code }) => code === of.state)?.name ?? of.state })
  const remove = useAdminMutation('removeTax', { isQuiet: true, done: `${name} tax removed.` })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove ${name} tax`}
      submit="Remove"
      danger
      focusSubmit
      onSubmit={() => remove.mutateAsync({ body: { state: of.state, zip_prefix: of.zip_prefix, expected } })}
    >
      <p>
        {of.zip_prefix === ''
          ? 'The whole state, including its parts, will no longer be taxed. '
          : 'This part will be taxed like the rest of the state. '}
        Existing orders keep their tax.
      </p>
    </FormDialog>
  )
}
