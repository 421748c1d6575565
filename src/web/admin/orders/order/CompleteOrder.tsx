import { completeOrderCall } from '#contract/orders/admin-changes.ts'
import { formatCalendarDay } from '#contract/orders/labels.ts'
import { shopDayOf } from '#domain/calendar/month.ts'
import { formatDollars } from '#domain/money/money.ts'
import { formatWhole } from '#domain/money/whole-number.ts'
import { useAdminForm } from '#web/admin/api/use-admin-form.ts'
import { useExpectedVersion } from '#web/admin/api/use-expected-version.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { Checkbox } from '../../ui/fields.tsx'
import type { DialogProps } from './dialog-props.ts'
import { Effects } from './Effects.tsx'
import { OrderChanges } from './OrderChanges.tsx'
import { formatItems, packedCount } from './order-record.ts'
import { useOrderMutation } from './use-order-mutation.ts'

/** Completes a paid and delivered order; from then on it counts. */
export function CompleteOrder({ record, onClose }: DialogProps) {
  const { order, money, fulfillment, customer, ledger } = record
  const { opened, latest, sendExpected } = useExpectedVersion(record)
  const complete = useOrderMutation('completeOrder', { successMessage: 'Completed.', hideErrorToast: true })
  const unshippedCount = fulfillment.open_units + packedCount(record)
  const today = shopDayOf(Date.now())
  const checks = money.cleared_in_full
    ? []
    : ledger.filter(({ clears_on, method }) => method === 'check' && clears_on !== null && clears_on > today)
  const form = useAdminForm({
    call: completeOrderCall,
    fields: { checks: false },
    body: ({ checks }) => ({ checks: checks ? ('now' as const) : ('wait' as const), expected_version: opened.version }),
    send: (body) =>
      sendExpected((expected_version) =>
        complete.mutateAsync({ params: { order_id: order.id }, body: { ...body, expected_version } }),
      ),
  })
  return (
    <FormDialog open onClose={onClose} title="Complete order" submit="Complete" focusSubmit {...form.dialog}>
      <OrderChanges opened={opened} latest={latest} />
      <Effects
        effects={[
          `${formatDollars(money.received)} received.`,
          unshippedCount > 0
            ? `${formatItems(unshippedCount)} not handed over yet will be marked as ${order.type === 'D' ? 'shipped, without a tracking number' : 'picked up'}.`
            : 'Everything has been handed over.',
          customer.credited_user_id === null
            ? 'No member is credited.'
            : `${formatWhole(order.pv)} PV will be credited to ${customer.credited_name ?? `member ${customer.credited_member_no}`}.`,
          'The customer gets an email.',
        ]}
      />
      {checks.length > 0 && (
        <Checkbox
          {...form.field('checks')}
          label="The bank has confirmed that the check cleared"
          hint={checks
            .map(
              ({ change, clears_on }) =>
                `${formatDollars(-change)} may still bounce until ${clears_on === null ? '' : formatCalendarDay(clears_on)}`,
            )
            .join('; ')}
        />
      )}
    </FormDialog>
  )
}
