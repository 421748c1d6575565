import { describe, expect, it } from 'vitest'
import { may, type Permission, permissions, roles } from './permissions.ts'

const all = Object.keys(permissions) as Permission[]
const allowed = (role: (typeof roles)[number]) => all.filter((permission) => may(role, permission))

describe('permissions', () => {
  it('a role has every permission of the roles below it', () => {
    const [clerk, manager, owner] = roles.map(allowed)
    expect(manager).toEqual(expect.arrayContaining(clerk ?? []))
    expect(owner).toEqual(all)
  })

  it('a clerk may handle orders, payments and shipments, and read members and products', () => {
    expect(allowed('clerk')).toEqual([
      'orders.read',
      'orders.change',
      'payments.book',
      'shipments.change',
      'products.read',
      'members.read',
      'views.save',
    ])
  })

  it('settings, tax, shipping, plan, months, staff, status and the audit export are reserved for the owner', () => {
    expect(all.filter((permission) => !may('manager', permission))).toEqual([
      'settings.change',
      'tax.change',
      'shipping.change',
      'plan.publish',
      'months.close',
      'months.pay',
      'staff.change',
      'status.read',
      'audit.export',
    ])
  })
})
