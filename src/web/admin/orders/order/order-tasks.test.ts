import { expect, it } from 'vitest'
import { hasPermission, type Permission, type Role } from '#contract/permissions.ts'
import { nextTask, possibleTasks } from './order-tasks.ts'
import { sampleOrder } from './sample-order.ts'

const permissionsOf = (role: Role) => (permission: Permission) => hasPermission(role, permission)
const manager = permissionsOf('manager')
const paid = { state: 'paid', received: 100, balance: 0, cleared_in_full: true } as const
const createOrder = (...[record]: Parameters<typeof sampleOrder>) => sampleOrder(record)

it('payment comes first, then packing, shipping and completion', () => {
  expect(nextTask(createOrder(), manager)).toBe('pay')
  expect(nextTask(createOrder({ money: paid }), manager)).toBe('pack')
  expect(nextTask(createOrder({ money: paid, open: 2, shipments: ['packed'] }), manager)).toBe('ship')
  expect(nextTask(createOrder({ money: paid, open: 2, shipments: ['shipped'] }), manager)).toBe('pack')
  expect(nextTask(createOrder({ money: paid, open: 0, shipments: ['shipped'] }), manager)).toBe('complete')
  expect(nextTask(createOrder({ money: paid, open: 0, shipments: ['delivered'], status: 'completed' }), manager)).toBe(
    undefined,
  )
})

it('pickup orders are made ready, then handed over', () => {
  expect(nextTask(createOrder({ type: 'P', money: paid, open: 0, shipments: ['packed'] }), manager)).toBe('ready')
  expect(nextTask(createOrder({ type: 'P', money: paid, open: 0, shipments: ['ready_for_pickup'] }), manager)).toBe(
    'hand_over',
  )
})

it('an order is not completed before its check has cleared', () => {
  const record = createOrder({ money: { ...paid, cleared_in_full: false }, open: 0, shipments: ['shipped'] })
  expect(nextTask(record, manager)).toBe(undefined)
  // Completing the order confirms that the check has cleared.
  expect(possibleTasks(record, manager)).toContain('complete')
})

it('an open balance within the tolerance counts as paid', () => {
  expect(nextTask(createOrder({ money: { ...paid, balance: 0.5, tolerance: 1 } }), manager)).toBe('pack')
})

it('a refund comes last and needs the permission', () => {
  const money = {
    ...paid,
    balance: -40,
    refundable: { total: 40, single_approver_limit: null, overpayment: 40, credit_notes: [] },
  }
  expect(nextTask(createOrder({ money }), manager)).toBe('pack')
  const canceled = createOrder({ status: 'canceled', money, open: 0 })
  expect(nextTask(canceled, manager)).toBe('refund')
  expect(nextTask(canceled, permissionsOf('clerk'))).toBe(undefined)
  expect(possibleTasks(canceled, permissionsOf('clerk'))).toEqual(['pay', 'contact', 'reinstate'])
})

it('canceling a completed order needs the permission for returns', () => {
  const record = createOrder({ status: 'completed', money: paid, open: 0, shipments: ['shipped'] })
  expect(possibleTasks(record, permissionsOf('clerk'))).not.toContain('cancel')
  expect(possibleTasks(record, permissionsOf('clerk'))).not.toContain('return')
  expect(possibleTasks(record, manager)).toEqual(expect.arrayContaining(['cancel', 'return']))
  const reopened = createOrder({ open: 0, shipments: ['shipped'], actions: ['order.reopened', 'order.completed'] })
  expect(possibleTasks(reopened, permissionsOf('clerk'))).not.toContain('cancel')
  expect(possibleTasks(reopened, manager)).toContain('cancel')
})

it('canceling a delivered order needs the permission for returns, paid or not', () => {
  const handedOver = createOrder({ open: 1, shipments: ['picked_up'] })
  expect(possibleTasks(handedOver, permissionsOf('clerk'))).not.toContain('cancel')
  expect(possibleTasks(handedOver, manager)).toContain('cancel')
  expect(possibleTasks(createOrder({ open: 1, shipments: ['packed'] }), permissionsOf('clerk'))).toContain('cancel')
})

it('an order can be edited until something is packed or credited', () => {
  expect(possibleTasks(createOrder(), permissionsOf('clerk'))).toContain('edit')
  expect(possibleTasks(createOrder({ open: 2, shipments: ['packed'] }), permissionsOf('clerk'))).not.toContain('edit')
  expect(possibleTasks(createOrder({ money: { credited: 10 } }), permissionsOf('clerk'))).not.toContain('edit')
})

it('a fully returned order cannot be packed, completed or returned again', () => {
  const record = createOrder({ money: { ...paid, credited: 100 }, open: 0, returns: [{ line: 0, quantity: 3 }] })
  expect(nextTask(record, manager)).toBe(undefined)
  for (const task of ['pack', 'ship', 'complete', 'return'] as const)
    expect(possibleTasks(record, manager)).not.toContain(task)
})
