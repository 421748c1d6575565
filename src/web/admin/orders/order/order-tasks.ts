import type { Permission } from '#contract/permissions.ts'
import { type OrderRecord, unreturnedCount } from './order-record.ts'

/** Permission that each task of an order needs. */
export const taskPermissions = {
  pay: 'payments.book',
  pack: 'shipments.change',
  ship: 'shipments.change',
  ready: 'shipments.change',
  hand_over: 'shipments.change',
  deliver: 'shipments.change',
  complete: 'orders.change',
  refund: 'payments.refund',
  return: 'returns.book',
  adjust: 'payments.refund',
  edit: 'orders.change',
  contact: 'orders.change',
  due: 'orders.change',
  settle: 'orders.change',
  reinstate: 'orders.change',
  cancel: 'orders.change',
} as const satisfies Record<string, Permission>
export type OrderTask = keyof typeof taskPermissions
export const orderTasks = Object.keys(taskPermissions) as OrderTask[]

type PermissionCheck = (permission: Permission) => boolean

/** Payment is due when the open balance exceeds the shop's tolerance. */
const isPaymentDue = ({ order, money }: OrderRecord): boolean =>
  order.status !== 'canceled' && money.balance > money.tolerance

const hasState = ({ fulfillment }: OrderRecord, ...states: string[]): boolean =>
  fulfillment.shipments.some(({ state }) => states.includes(state))

const isAllCredited = ({ money }: OrderRecord): boolean => money.total > 0 && money.credited >= money.total

/** True if the order's state allows a task; the server decides finally. */
export function isPossible(record: OrderRecord, task: OrderTask): boolean {
  const { order, money, fulfillment, claims } = record
  const isOpen = order.status === 'processing'
  const isLive = order.status !== 'canceled'
  const hasGoods = fulfillment.open_units > 0
  switch (task) {
    case 'pay':
    case 'contact':
      return true
    case 'pack':
      return isLive && hasGoods
    case 'ship':
      return isLive && order.type === 'D' && (hasGoods || hasState(record, 'packed'))
    case 'ready':
      return isLive && order.type === 'P' && (hasGoods || hasState(record, 'packed'))
    case 'hand_over':
      return isLive && order.type === 'P' && (hasGoods || hasState(record, 'packed', 'ready_for_pickup'))
    case 'deliver':
      return isLive && hasState(record, 'shipped')
    case 'complete':
      return isOpen && !isPaymentDue(record) && !isAllCredited(record)
    case 'refund':
      return money.refundable.total > 0
    case 'return':
      return isLive && unreturnedCount(record) > 0
    case 'adjust':
      return isLive && money.adjustable > 0
    case 'edit':
      return isOpen && order.fulfillment_state === 'unfulfilled' && money.credited === 0
    case 'due':
      return isOpen && isPaymentDue(record)
    case 'settle':
      return claims.some(({ ended_at }) => ended_at === null)
    case 'reinstate':
      return order.status === 'canceled'
    case 'cancel':
      return isLive
  }
}

/** True if canceling reverses the same things as a return. */
const requiresReversal = (record: OrderRecord): boolean =>
  record.order.status === 'completed' ||
  record.history.some(({ action }) => action === 'order.completed') ||
  hasState(record, 'shipped', 'delivered', 'picked_up')

/** Tasks that the role may perform on the order. */
export function possibleTasks(record: OrderRecord, can: PermissionCheck): OrderTask[] {
  return orderTasks.filter((task) => {
    const permission = task === 'cancel' && requiresReversal(record) ? 'returns.book' : taskPermissions[task]
    return can(permission) && isPossible(record, task)
  })
}

/**
 * The next action: payment first, then each fulfillment step, then completion. Undefined when nothing is left to do for
 * this role.
 */
export function nextTask(record: OrderRecord, can: PermissionCheck): OrderTask | undefined {
  const task = awaitedTask(record)
  return task !== undefined && possibleTasks(record, can).includes(task) ? task : undefined
}

export function awaitedTask(record: OrderRecord): OrderTask | undefined {
  const { order, money, fulfillment } = record
  if (isPaymentDue(record)) return 'pay'
  if (order.status !== 'canceled') {
    // Ships a packed shipment before packing the next one.
    if (hasState(record, 'packed')) return order.type === 'D' ? 'ship' : 'ready'
    if (fulfillment.open_units > 0) return 'pack'
    if (hasState(record, 'ready_for_pickup')) return 'hand_over'
  }
  if (order.status === 'processing' && money.cleared_in_full && !isAllCredited(record)) return 'complete'
  return money.refundable.total > 0 ? 'refund' : undefined
}
