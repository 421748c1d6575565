import type { AdminResponse } from '#contract/admin-calls.ts'

type OrderFile = AdminResponse<'managedOrder'>
type Shipment = OrderFile['fulfillment']['shipments'][number]

type SampleOrderInput = {
  status?: OrderFile['order']['status']
  type?: 'D' | 'P'
  money?: Partial<OrderFile['money']>
  /** States of its shipments, one unit each. */
  shipments?: Shipment['state'][]
  open?: number
  returns?: { line: number; quantity: number }[]
  /** Actions in its history. */
  actions?: string[]
  /** Amount credited by a cancellation before any payment. */
  cancellation?: number
}

/** Builds an order as staff see it: three units of one product for $100.00, for delivery, unpaid and not packed. */
export function sampleOrder({ status = 'processing', type = 'D', ...options }: SampleOrderInput = {}): OrderFile {
  const money = {
    state: 'unpaid' as const,
    total: 100,
    credited: 0,
    received: 0,
    refunded: 0,
    balance: 100,
    tolerance: 0,
    clears_on: null,
    cleared_in_full: false,
    refundable: { total: 0, single_approver_limit: null, overpayment: 0, credit_notes: [] },
    adjustable: 90,
    ...options.money,
  }
  const open = options.open ?? 3
  const order = {
    id: 100001,
    status,
    type,
    pv: 30,
    fulfillment_state: options.shipments?.length ? 'partly_packed' : 'unfulfilled',
    payment_state: money.state,
    products: [{ id: 7, name: 'Lamp', image: null, quantity: 3, shippable: 3, price: 30, total_price: 90 }],
  } as unknown as OrderFile['order']
  return {
    order,
    version: 'sample',
    edition: 1,
    customer: {
      user_id: null,
      member_no: null,
      name: null,
      credited_user_id: null,
      credited_member_no: null,
      credited_name: null,
    },
    lines: [{ line: 0, position: 0, sku: 'LAMP-1', discount: 0, tax: 0, tax_exempt: false }],
    price_steps: [],
    money,
    ledger:
      options.cancellation === undefined
        ? []
        : [{ entry: 'credit_note', kind: 'cancellation', number: null, change: -options.cancellation } as never],
    fulfillment: {
      state: order.fulfillment_state,
      open: open > 0 ? [{ line: 0, name: 'Lamp', quantity: open }] : [],
      open_units: open,
      shipments: (options.shipments ?? []).map((state, index) => ({
        id: index + 1,
        kind: type === 'D' ? 'delivery' : 'pickup',
        state,
        carrier: null,
        tracking_number: null,
        tracking_url: null,
        picked_up_name: null,
        void_reason: null,
        lines: [{ line: 0, name: 'Lamp', quantity: 1 }],
        steps: [],
      })),
    },
    due: { due_on: null, payment_days: null, cancels_at: null, hold_reasons: [], due_date_changes: [] },
    claims: [],
    bank_transactions: [],
    returns: (options.returns ?? []).map(({ line, quantity }, index) => ({
      id: index + 1,
      credit_note_id: 1,
      reason: 'Broken',
      created_by: 'manager@example.com',
      created_at: '2026-03-04T15:00:00.000Z',
      lines: [{ line, name: 'Lamp', quantity, restocked: false, credit: 40 }],
    })),
    notes: [],
    mails: [],
    timeline: [],
    history: (options.actions ?? []).map((action) => ({ action }) as never),
  }
}
