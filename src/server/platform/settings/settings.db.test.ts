import { expect, test } from 'vitest'
import { databaseTest } from '#test/database.ts'
import { inTransaction } from '../database/transaction.ts'
import type { SettingKey } from './registry.ts'
import { findStoredSetting, listStoredSettings, openSettings, SettingError, storeSetting } from './settings.ts'

databaseTest('settings', (connection) => {
  const store = (key: SettingKey, value: string) =>
    inTransaction(connection().db, (trx) => storeSetting(trx, key, value))

  test('start with their defaults', async () => {
    const settings = await openSettings(connection().db, {})
    expect(settings.get('shop_name')).toBe('Salonfront')
    expect(settings.get('minimum_sub_total')).toBe(0)
  })

  test('are stored as a person writes them, amounts in cents', async () => {
    const { db } = connection()
    const settings = await openSettings(db, {})
    expect(await store('minimum_sub_total', '25.00')).toEqual({ ok: true })
    expect(settings.get('minimum_sub_total'), 'cached until reloaded').toBe(0)
    await settings.reload()
    expect(settings.get('minimum_sub_total')).toBe(2500)
    expect(settings.print('minimum_sub_total')).toBe('25.00')
    const row = await db.selectFrom('settings').select('value').where('key', '=', 'minimum_sub_total').execute()
    expect(row).toEqual([{ value: '2500' }])
  })

  test('reject an invalid value without changing the previous one', async () => {
    const { db } = connection()
    expect(await store('minimum_sub_total', '-1')).toEqual({
      ok: false,
      refusal: { code: 'invalid', wanted: 'a dollar amount from 0.00 to 1000000.00' },
    })
    expect((await openSettings(db, {})).get('minimum_sub_total')).toBe(2500)
  })

  test('name the counter’s state by its two letters, and reject an unknown state', async () => {
    const { db } = connection()
    expect(await store('pickup_state', 'nj')).toEqual({ ok: true })
    for (const wrong of ['Jersey', 'ZZ', '7']) expect(await store('pickup_state', wrong)).toMatchObject({ ok: false })
    expect((await openSettings(db, {})).get('pickup_state')).toBe('NJ')
    expect(await store('pickup_state', '')).toEqual({ ok: true })
  })

  test('the environment wins over the database', async () => {
    const settings = await openSettings(connection().db, {
      SHOP_MINIMUM_SUB_TOTAL: '30',
      SHOP_PORT: 'tcp://10.0.0.1:80',
      SHOP_SHOP_NAME: '',
    })
    expect(settings.get('minimum_sub_total')).toBe(3000)
    expect(settings.overriddenBy('minimum_sub_total')).toBe('SHOP_MINIMUM_SUB_TOTAL')
    expect(settings.get('shop_name')).toBe('Salonfront')
  })

  test('a key of an earlier release is read until its setting is stored again', async () => {
    const { db } = connection()
    await db.insertInto('settings').values({ key: 'licence_for_orders', value: 'approved' }).execute()
    expect((await openSettings(db, {})).get('license_for_orders')).toBe('approved')
    expect(await inTransaction(db, (trx) => findStoredSetting(trx, 'license_for_orders'))).toBe('approved')
    expect(await listStoredSettings(db)).toContainEqual({ key: 'license_for_orders', value: 'approved' })
    await store('license_for_orders', 'none')
    expect((await openSettings(db, {})).get('license_for_orders')).toBe('none')
    expect((await listStoredSettings(db)).filter(({ key }) => key.startsWith('licen'))).toEqual([
      { key: 'license_for_orders', value: 'none' },
    ])
  })

  test('an invalid value in the environment is named in the error', async () => {
    const opening = openSettings(connection().db, { SHOP_SHOP_ZIP: 'ABC' })
    await expect(opening).rejects.toThrow(SettingError)
    await expect(opening).rejects.toThrow('SHOP_SHOP_ZIP=ABC: must be a five-digit ZIP')
  })

  test('an unknown key of another version is ignored, but an unreadable value is not', async () => {
    const { db } = connection()
    await db.insertInto('settings').values({ key: 'from_the_future', value: '1' }).execute()
    expect((await openSettings(db, {})).get('shop_name')).toBe('Salonfront')
    await db.insertInto('settings').values({ key: 'shop_zip', value: 'none' }).execute()
    await expect(openSettings(db, {})).rejects.toThrow('The stored setting shop_zip cannot be read: none')
  })
})
