import { describe, expect, it } from 'vitest'
import { may, type Permission, permissions, roles } from './permissions.ts'

const all = Object.keys(permissions) as Permission[]
const allowed = (role: (typeof roles)[number]) => all.filter((permission) => may(role, permission))

describe('permissions', () => {
  it('of a role include those of every role below it', () => {
    const [clerk, manager, owner] = roles.map(allowed)
    expect(manager).toEqual(expect.arrayContaining(clerk ?? []))
    expect(owner).toEqual(all)
  })

  it('of a clerk are orders, payments and shipments, and reading members and products', () => {
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

  it('leave settings, tax, shipping, plan, months, staff, status and the audit export to the owner', () => {
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
