import { useState } from 'react'
import { setTaxCall } from '#contract/checkout/rates.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { StateSelect } from '#web/forms/StateSelect.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { useAdminQuery } from '../api/query.ts'
import { useAdminForm } from '../api/use-admin-form.ts'
import { useAdminMutation } from '../api/use-admin-mutation.ts'
import { useExpectedVersion } from '../api/use-expected-version.ts'
import { useStates } from '../api/use-states.ts'
import { Button } from '../ui/Button.tsx'
import { ConcurrentChanges } from '../ui/ConcurrentChanges.tsx'
import { type DataColumn, DataTable } from '../ui/DataTable.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { Checkbox } from '../ui/fields.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { StateDot, type StateTone } from '../ui/StateDot.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { showToast } from '../ui/toasts.tsx'
import {
  jurisdictionLabel,
  savedRateMessage,
  type TaxRate,
  type TaxTable,
  taxBaseLabel,
  taxFacts,
} from './rate-labels.ts'
import { SettingsTabs } from './SettingsTabs.tsx'
import { TestQuote } from './TestQuote.tsx'

type OpenDialog = { kind: 'set'; rate?: TaxRate } | { kind: 'remove'; rate: TaxRate }

/** Tax rates by place and date (docs/back-office §6); existing orders keep their tax. */
export default function TaxPage() {
  const table = useAdminQuery('taxTable')
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <PageHeader
        title="Tax"
        actions={
          <Button kind="primary" onClick={() => setOpenDialog({ kind: 'set' })}>
            Add a rate
          </Button>
        }
      >
        <SettingsTabs />
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-9 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Loaded query={table}>
          {(loaded) => (
            <div className="min-w-0">
              {loaded.data.length === 0 ? (
                <Empty title="No tax rates yet">Add a rate for a state, or for part of a state by ZIP prefix.</Empty>
              ) : (
                <DataTable
                  label="Tax rates"
                  rows={loaded.data}
                  columns={[
                    ...columns,
                    {
                      id: 'do',
                      header: '',
                      end: true,
                      cell: (rate) => <RateActions rate={rate} onOpen={setOpenDialog} />,
                    },
                  ]}
                  idOf={({ state, zip_prefix, from_date }) => `${state}-${zip_prefix}-${from_date}`}
                  mobileRow={(rate) => (
                    <span className="grid grid-cols-1 gap-0.5">
                      <span className="flex justify-between gap-3">
                        <span className="font-[560]">{jurisdictionLabel(rate)}</span>
                        <span className="figures">{rate.percent}%</span>
                      </span>
                      <span className="flex justify-between gap-3 text-small text-muted">
                        <span>
                          {taxBaseLabel(rate)}, from {formatCalendarDay(rate.from_date)}
                        </span>
                        <Phase {...rate} />
                      </span>
                      <RateActions rate={rate} onOpen={setOpenDialog} />
                    </span>
                  )}
                />
              )}
              {openDialog?.kind === 'set' && <RateDialog rate={openDialog.rate} table={loaded} onClose={close} />}
              {openDialog?.kind === 'remove' && <RemoveDialog rate={openDialog.rate} table={loaded} onClose={close} />}
            </div>
          )}
        </Loaded>
        <TestQuote />
      </div>
    </>
  )
}

const phases: Record<TaxRate['phase'], { label: string; tone: StateTone }> = {
  current: { label: 'In effect', tone: 'good' },
  upcoming: { label: 'Upcoming', tone: 'waiting' },
  past: { label: 'Past', tone: 'idle' },
}
const Phase = ({ phase }: TaxRate) => <StateDot tone={phases[phase].tone}>{phases[phase].label}</StateDot>

function RateActions({ rate, onOpen }: { rate: TaxRate; onOpen: (openDialog: OpenDialog) => void }) {
  if (rate.phase === 'past') return null
  const jurisdiction = jurisdictionLabel(rate)
  return (
    <span className="-ml-3 inline-flex gap-1 md:ml-0">
      <Button kind="quiet" aria-label={`Change ${jurisdiction}`} onClick={() => onOpen({ kind: 'set', rate })}>
        Change
      </Button>
      <Button kind="quiet" aria-label={`Remove ${jurisdiction}`} onClick={() => onOpen({ kind: 'remove', rate })}>
        Remove
      </Button>
    </span>
  )
}

const columns: readonly DataColumn<TaxRate>[] = [
  { id: 'place', header: 'Location', cell: (rate) => jurisdictionLabel(rate) },
  { id: 'percent', header: 'Rate', end: true, cell: ({ percent }) => `${percent}%` },
  { id: 'base', header: 'Applies to', cell: (rate) => taxBaseLabel(rate) },
  { id: 'from', header: 'From', cell: ({ from_date }) => formatCalendarDay(from_date) },
  { id: 'phase', header: 'Status', cell: (rate) => <Phase {...rate} /> },
]

function RateDialog({ rate, table, onClose }: { rate: TaxRate | undefined; table: TaxTable; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(table)
  const states = useStates() ?? []
  const set = useAdminMutation('setTax', {
    hideErrorToast: true,
    onSuccess: ({ data }, { body }) => showToast(savedRateMessage(data, body, states)),
  })
  const form = useAdminForm({
    call: setTaxCall,
    fields: {
      state: rate?.state ?? '',
      zip_prefix: rate?.zip_prefix ?? '',
      percent: rate ? String(rate.percent) : '',
      on_goods: rate?.on_goods ?? true,
      on_shipping: rate?.on_shipping ?? false,
      // A rate that has not started yet is corrected on its own start date.
      from_date: rate?.phase === 'upcoming' ? rate.from_date : '',
    },
    body: ({ from_date, ...fields }) => ({
      ...fields,
      from_date: from_date || undefined,
      expected_version: opened.version,
    }),
    send: (body) => sendExpected((expected_version) => set.mutateAsync({ body: { ...body, expected_version } })),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={rate ? `${jurisdictionLabel(rate)} tax` : 'New tax rate'}
      submit="Save rate"
      {...form.dialog}
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={taxFacts} />
      {!rate && (
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
        autoFocus={rate !== undefined}
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

function RemoveDialog({ rate, table, onClose }: { rate: TaxRate; table: TaxTable; onClose: () => void }) {
  const { opened, latest, sendExpected } = useExpectedVersion(table)
  const states = useStates() ?? []
  const name = jurisdictionLabel({ ...rate, state: states.find(({ code }) => code === rate.state)?.name ?? rate.state })
  const remove = useAdminMutation('removeTax', { hideErrorToast: true, successMessage: `${name} tax removed.` })
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Remove ${name} tax`}
      submit="Remove"
      danger
      focusSubmit
      onSubmit={() =>
        sendExpected((expected_version) =>
          remove.mutateAsync({ body: { state: rate.state, zip_prefix: rate.zip_prefix, expected_version } }),
        )
      }
    >
      <ConcurrentChanges opened={opened} latest={latest} facts={taxFacts} />
      <p>
        {rate.zip_prefix === ''
          ? 'The whole state, including its parts, will no longer be taxed. '
          : 'This part will be taxed like the rest of the state. '}
        Existing orders keep their tax.
      </p>
    </FormDialog>
  )
}
