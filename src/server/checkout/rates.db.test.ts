import { expect, it } from 'vitest'
import type { ShippingTable, TaxTable } from '#contract/checkout/rates.ts'
import { shopDayOf, yesterdayStart } from '#domain/calendar/month.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeStaff, staffSession } from '#test/staff.ts'
import { findTaxRates } from './tax.queries.ts'

databaseTest('the rates of the back office', (connection, engine) => {
  const suite = appForSuite(connection, { SHOP_PICKUP_STATE: 'NJ', SHOP_PICKUP_ZIP: '07631' })
  const signIn = async () => {
    const staff = await makeStaff(connection().db, 'owner')
    const browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(connection().db, staff.id, true))
    return { staff, browser }
  }
  type Browser = Awaited<ReturnType<typeof signIn>>['browser']
  const taxes = async (browser: Browser): Promise<TaxTable> => (await browser.get('/admin/settings/tax.json')).json()
  const shipping = async (browser: Browser): Promise<ShippingTable> =>
    (await browser.get('/admin/settings/shipping.json')).json()
  const setTax = (browser: Browser, overrides: object, expected_version: string) =>
    browser.post('/admin/settings/tax/set', {
      state: 'NJ',
      zip_prefix: '',
      percent: '6.625',
      on_goods: true,
      on_shipping: false,
      expected_version,
      ...overrides,
    })
  const quote = async (browser: Browser, query: string) =>
    (await browser.get(`/admin/settings/quote.json?${query}`)).json()

  it('set a tax that every step of the next checkout uses, and remove it again', async () => {
    const { browser, staff } = await signIn()
    const before = await taxes(browser)
    const saved = await setTax(browser, {}, before.version)
    expect(saved.json().data).toMatchObject([{ state: 'NJ', percent: 6.625, on_goods: true, phase: 'current' }])
    const { pickup, deliveries } = await quote(browser, 'state=NJ&zip=07631&goods=100.00&weight=2')
    expect(pickup.total).toBe(106.63)
    expect(pickup.steps.join(' ')).toContain('6.625%')
    expect(deliveries.length).toBeGreaterThan(0)
    const stale = await setTax(browser, { percent: '7' }, before.version)
    expect([stale.statusCode, stale.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'stale', current: saved.json() }),
    ])
    const { version } = stale.json().current
    const repeated = await setTax(browser, { percent: '7', from_date: '2999-01-01' }, version)
    const jurisdiction = { state: 'NJ', zip_prefix: '', expected_version: repeated.json().version }
    expect((await browser.post('/admin/settings/tax/remove', jurisdiction)).json().data).toEqual([])
    expect((await quote(browser, 'state=NJ&zip=07631&goods=100.00&weight=2')).pickup.total).toBe(100)
    const { rows } = await connection().pool.query(
      `select action, actor_name, subject_id, payload->'before' as before
         from audit_entries join audit_payloads on entry_id = id where subject_kind = 'tax' order by id`,
    )
    const entry = { actor_name: staff.email, subject_id: 'NJ' }
    const first = { milliPercent: 6625, onGoods: true, onShipping: false, fromDate: expect.any(String) }
    const upcoming = { ...first, milliPercent: 7000, fromDate: '2999-01-01' }
    expect(rows).toEqual([
      { action: 'tax.set', ...entry, before: null },
      { action: 'tax.set', ...entry, before: first },
      {
        action: 'tax.removed',
        ...entry,
        before: { rates: [first, upcoming].map((rate) => ({ zipPrefix: '', ...rate })) },
      },
    ])
  })

  it('end a tax today, but not for orders of earlier days', async () => {
    const { browser } = await signIn()
    const { db, pool } = connection()
    await pool.query(
      `insert into tax_rates (state, zip_prefix, milli_percent, on_goods, on_shipping, from_date)
       values ('CT', '', 6000, true, false, '2020-01-01'), ('CT', '', 6350, true, false, '2022-01-01'),
         ('CT', '060', 7000, true, false, '2020-01-01'), ('CT', '060', 7350, true, false, '2999-01-01')`,
    )
    const inHartford = async (day?: string) =>
      (await findTaxRates(db, { state: 'CT', zip: '06010' }, undefined, day ? new Date(`${day}T17:00:00Z`) : undefined))
        ?.taxRates[0]?.milliPercent
    const remove = async (zipPrefix: string) => {
      const { version } = await taxes(browser)
      return browser.post('/admin/settings/tax/remove', {
        state: 'CT',
        zip_prefix: zipPrefix,
        expected_version: version,
      })
    }
    const phases = async () =>
      (await taxes(browser)).data
        .filter(({ state }) => state === 'CT')
        .map(({ zip_prefix, percent, phase }) => [zip_prefix, percent, phase])

    expect(await inHartford()).toBe(7000)
    expect((await remove('060')).statusCode).toBe(200)
    expect(await Promise.all([inHartford('2023-06-01'), inHartford(), inHartford('2999-06-01')])).toEqual([
      7000, 6350, 6350,
    ])
    expect(await phases()).toEqual([
      ['', 6, 'past'],
      ['', 6.35, 'current'],
      ['060', 7, 'past'],
    ])
    expect((await remove('060')).json()).toMatchObject({ status: 422, code: 'no_rate' })

    expect((await remove('')).statusCode).toBe(200)
    expect(await Promise.all([inHartford('2021-06-01'), inHartford(), inHartford('2999-06-01')])).toEqual([
      7000,
      undefined,
      undefined,
    ])
    expect((await phases()).map(([, , phase]) => phase)).toEqual(['past', 'past', 'past'])

    const saved = { state: 'CT', zip_prefix: '060', percent: '5' }
    expect((await setTax(browser, saved, (await taxes(browser)).version)).statusCode).toBe(200)
    expect(await Promise.all([inHartford('2023-06-01'), inHartford()])).toEqual([7000, 5000])
  })

  it('start today or later; a future one can be corrected', async () => {
    const { browser } = await signIn()
    const saved = async (overrides: object) =>
      setTax(browser, { state: 'VT', ...overrides }, (await taxes(browser)).version)
    const yesterday = await saved({ from_date: shopDayOf(yesterdayStart(Date.now())) })
    expect(yesterday.json()).toMatchObject({ status: 422, code: 'rate_in_past' })
    expect(yesterday.json().errors).toEqual({ from_date: expect.stringContaining('today or later') })
    expect((await saved({ from_date: shopDayOf(Date.now()) })).statusCode).toBe(200)
    expect((await saved({ percent: '6', from_date: '2999-01-01' })).statusCode).toBe(200)
    expect((await saved({ percent: '7', from_date: '2999-01-01' })).statusCode).toBe(200)
    const inVermont = (await taxes(browser)).data.filter(({ state }) => state === 'VT')
    expect(inVermont.map(({ percent, phase }) => [percent, phase])).toEqual([
      [6.625, 'current'],
      [7, 'upcoming'],
    ])
  })

  it('refuse invalid rates next to their field', async () => {
    const { browser } = await signIn()
    const { version } = await taxes(browser)
    const findErrors = async (overrides: object) => {
      const { code, errors } = (await setTax(browser, overrides, version)).json()
      return [code, ...Object.keys(errors)]
    }
    expect(await findErrors({ percent: 'much' })).toEqual(['invalid', 'percent'])
    expect(await findErrors({ percent: '100.5' })).toEqual(['invalid', 'percent'])
    expect(await findErrors({ state: 'ZZ' })).toEqual(['state_not_found', 'state'])
    expect(await findErrors({ zip_prefix: '07A' })).toEqual(['invalid', 'zip_prefix'])
    expect(await findErrors({ on_goods: false })).toEqual(['invalid', 'on_goods'])
    expect((await taxes(browser)).version).toBe(version)
    expect((await browser.get('/admin/settings/quote.json?state=ZZ&zip=07631&goods=1&weight=1')).statusCode).toBe(422)
  })

  it('create a zone with a method, offered by the longest prefix, and remove both', async () => {
    const { browser } = await signIn()
    const post = (path: string, body: object) => browser.post(`/admin/settings/shipping/${path}`, body)
    const start = await shipping(browser)
    const labels = async () =>
      (await quote(browser, 'state=NJ&zip=07999&goods=10&weight=4')).deliveries.map(
        ({ label, total }: { label: string; total: number }) => [label, total],
      )
    const initialLabels = await labels()
    expect(initialLabels.length).toBeGreaterThan(0)

    const method = await post('methods/save', { code: 'bike', label: 'By bike', expected_version: start.version })
    expect(method.json().methods.at(-1)).toEqual({ code: 'bike', label: 'By bike' })
    const zone = {
      code: 'near',
      name: 'Near by',
      prefixes: ['07999'],
      rates: [{ method: 'bike', base: 2.5, per_pound: 0.25 }],
    }
    const saved = await post('zones/save', { ...zone, expected_version: method.json().version })
    expect(saved.json().zones.find(({ code }: { code: string }) => code === 'near')).toEqual(zone)
    // $10.00, $2.50 and four pounds at a quarter, plus the usual insurance.
    const [[label, total]] = await labels()
    expect(label).toBe('By bike')
    expect(total).toBeGreaterThanOrEqual(13.5)

    const codes: string[] = saved.json().methods.map(({ code }: { code: string }) => code)
    const reversed = codes.toReversed()
    const ordered = await post('methods/order', { codes: reversed, expected_version: saved.json().version })
    expect(ordered.json().methods.map(({ code }: { code: string }) => code)).toEqual(reversed)
    const stale = await post('methods/order', { codes, expected_version: saved.json().version })
    expect(stale.json()).toMatchObject({ status: 409, code: 'stale', current: ordered.json() })
    for (const [invalidCodes, code] of [
      [codes.slice(1), 'shipping_method_missing'],
      [[...codes, 'balloon'], 'shipping_method_not_found'],
      [[...codes.slice(1), codes[1]], 'invalid'],
    ] as const) {
      const body = { codes: invalidCodes, expected_version: ordered.json().version }
      expect((await post('methods/order', body)).json()).toMatchObject({ status: 422, code })
    }
    const initialOrder = await post('methods/order', { codes, expected_version: stale.json().current.version })
    expect(initialOrder.json()).toEqual(saved.json())

    const conflicting = await post('zones/save', {
      ...zone,
      code: 'other',
      name: 'Other',
      expected_version: saved.json().version,
    })
    expect(conflicting.json().code).toBe('prefix_taken')
    expect(conflicting.json().errors.prefixes).toContain('belong to the zone near')
    const unknownMethod = await post('zones/save', {
      ...zone,
      rates: [{ method: 'balloon', base: 1, per_pound: 1 }],
      expected_version: saved.json().version,
    })
    expect(unknownMethod.json()).toMatchObject({ status: 422, code: 'shipping_method_not_found' })
    const [rate] = zone.rates
    for (const rates of [[rate, rate], [{ ...rate, base: 10_000.01 }], [{ ...rate, per_pound: 999_999_999 }]])
      expect((await post('zones/save', { ...zone, rates, expected_version: saved.json().version })).statusCode).toBe(
        422,
      )
    expect((await post('zones/save', { ...zone, name: 'Late', expected_version: start.version })).statusCode).toBe(409)

    const removed = await post('zones/remove', { code: 'near', expected_version: saved.json().version })
    expect(await labels()).toEqual(initialLabels)
    expect((await post('zones/remove', { code: 'near', expected_version: removed.json().version })).statusCode).toBe(
      404,
    )
    const afterRemoval = await post('methods/remove', { code: 'bike', expected_version: removed.json().version })
    expect(afterRemoval.json()).toEqual(start)
  })

  it.runIf(engine === 'postgres')('accept one of twenty concurrent changes of the same version', async () => {
    const { browser } = await signIn()
    const { version } = await taxes(browser)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => setTax(browser, { state: 'NY', percent: String(index + 1) }, version)),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)])
  })
})
