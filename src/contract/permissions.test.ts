import { describe, expect, it } from 'vitest'
import { hasPermission, type Permission, permissions, roles } from './permissions.ts'

const allPermissions = Object.keys(permissions) as Permission[]
const allowedPermissions = (role: (typeof roles)[number]) =>
  allPermissions.filter((permission) => hasPermission(role, permission))

describe('permissions', () => {
  it('a role has every permission of the roles below it', () => {
    const [clerk, manager, owner] = roles.map(allowedPermissions)
    expect(manager).toEqual(expect.arrayContaining(clerk ?? []))
    expect(owner).toEqual(allPermissions)
  })

  it('a clerk may handle orders, payments, shipments and messages, and read members and products', () => {
    expect(allowedPermissions('clerk')).toEqual([
      'orders.read',
      'orders.change',
      'payments.book',
      'shipments.change',
      'products.read',
      'members.read',
      'messages.read',
      'messages.answer',
      'views.save',
    ])
  })

  it('settings, tax, shipping, plan, months, staff, status and the audit export are reserved for the owner', () => {
    expect(allPermissions.filter((permission) => !hasPermission('manager', permission))).toEqual([
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
