import { expect, it } from 'vitest'
import { may, type Permission, type Role } from '#contract/permissions.ts'
import { nextTask, possibleTasks } from './order-tasks.ts'
import { orderFile } from './sample-order-file.ts'

const as = (role: Role) => (permission: Permission) => may(role, permission)
const manager = as('manager')
const paid = { state: 'paid', received: 100, balance: 0, cleared_in_full: true } as const
const given = (...[file]: Parameters<typeof orderFile>) => orderFile(file)

it('payment comes first, then packing, shipping and completion', () => {
  expect(nextTask(given(), manager)).toBe('pay')
  expect(nextTask(given({ money: paid }), manager)).toBe('pack')
  expect(nextTask(given({ money: paid, open: 2, shipments: ['packed'] }), manager)).toBe('ship')
  expect(nextTask(given({ money: paid, open: 2, shipments: ['shipped'] }), manager)).toBe('pack')
  expect(nextTask(given({ money: paid, open: 0, shipments: ['shipped'] }), manager)).toBe('complete')
  expect(nextTask(given({ money: paid, open: 0, shipments: ['delivered'], status: 'completed' }), manager)).toBe(
    undefined,
  )
})

it('pickup orders are made ready, then handed over', () => {
  expect(nextTask(given({ type: 'P', money: paid, open: 0, shipments: ['packed'] }), manager)).toBe('ready')
  expect(nextTask(given({ type: 'P', money: paid, open: 0, shipments: ['ready_for_pickup'] }), manager)).toBe(
    'hand_over',
  )
})

it('an order is not completed before its check has cleared', () => {
  const file = given({ money: { ...paid, cleared_in_full: false }, open: 0, shipments: ['shipped'] })
  expect(nextTask(file, manager)).toBe(undefined)
  // Completing the order confirms that the check has cleared.
  expect(possibleTasks(file, manager)).toContain('complete')
})

it('an open balance within the tolerance counts as paid', () => {
  expect(nextTask(given({ money: { ...paid, balance: 0.5, tolerance: 1 } }), manager)).toBe('pack')
})

it('a refund comes last and needs the permission', () => {
  const money = {
    ...paid,
    balance: -40,
    refundable: { total: 40, single_approver_limit: null, overpayment: 40, credit_notes: [] },
  }
  expect(nextTask(given({ money }), manager)).toBe('pack')
  const canceled = given({ status: 'canceled', money, open: 0 })
  expect(nextTask(canceled, manager)).toBe('refund')
  expect(nextTask(canceled, as('clerk'))).toBe(undefined)
  expect(possibleTasks(canceled, as('clerk'))).toEqual(['pay', 'contact', 'reinstate'])
})

it('canceling a completed order needs the permission for returns', () => {
  const file = given({ status: 'completed', money: paid, open: 0, shipments: ['shipped'] })
  expect(possibleTasks(file, as('clerk'))).not.toContain('cancel')
  expect(possibleTasks(file, as('clerk'))).not.toContain('return')
  expect(possibleTasks(file, manager)).toEqual(expect.arrayContaining(['cancel', 'return']))
  const opened = given({ open: 0, shipments: ['shipped'], actions: ['order.reopened', 'order.completed'] })
  expect(possibleTasks(opened, as('clerk'))).not.toContain('cancel')
  expect(possibleTasks(opened, manager)).toContain('cancel')
})

it('canceling a delivered order needs the permission for returns, paid or not', () => {
  const out = given({ open: 1, shipments: ['picked_up'] })
  expect(possibleTasks(out, as('clerk'))).not.toContain('cancel')
  expect(possibleTasks(out, manager)).toContain('cancel')
  expect(possibleTasks(given({ open: 1, shipments: ['packed'] }), as('clerk'))).toContain('cancel')
})

it('an order can be edited until something is packed or credited', () => {
  expect(possibleTasks(given(), as('clerk'))).toContain('edit')
  expect(possibleTasks(given({ open: 2, shipments: ['packed'] }), as('clerk'))).not.toContain('edit')
  expect(possibleTasks(given({ money: { credited: 10 } }), as('clerk'))).not.toContain('edit')
})

it('a fully returned order cannot be packed, completed or returned again', () => {
  const file = given({ money: { ...paid, credited: 100 }, open: 0, returns: [{ line: 0, quantity: 3 }] })
  expect(nextTask(file, manager)).toBe(undefined)
  for (const task of ['pack', 'ship', 'complete', 'return'] as const)
    expect(possibleTasks(file, manager)).not.toContain(task)
})
