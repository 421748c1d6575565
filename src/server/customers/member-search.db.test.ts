import { beforeAll, expect, it } from 'vitest'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('member search', (connection) => {
  const suite = appForSuite(connection)
  let browser: ReturnType<typeof browserOf>
  const numbers = new Map<string, string>()

  async function createMember(firstName: string, lastName: string, phone: string) {
    const { db } = connection()
    const { id } = await makeUser(db, { email: `${firstName}.${lastName}@mail.example`.toLowerCase() })
    const { member_no } = await db
      .updateTable('users')
      .set({ first_name: firstName, last_name: lastName, phone_number: phone })
      .where('id', '=', id)
      .returning('member_no')
      .executeTakeFirstOrThrow()
    numbers.set(firstName, member_no)
    return id
  }
  const search = async (q: string) =>
    (await browser.get(`/admin/members/search.json?q=${encodeURIComponent(q)}`)).json()
  const searchNames = async (q: string) =>
    (await search(q)).members.map(({ first_name }: { first_name: string }) => first_name)

  beforeAll(async () => {
    const { db } = connection()
    const id = await createMember('Mina', 'Okafor', '(201) 555-7001')
    await db
      .insertInto('user_addresses')
      .values({ ...address, user_id: id })
      .execute()
    await createMember('Minerva', 'Lund', '(646) 555-7002')
    await createMember('Oka', 'Minter', '+442079460000')
    browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, (await makeStaff(db, 'clerk')).id))
  })

  it('finds members by the beginning of a name, in either order', async () => {
    expect(await searchNames('mina oka')).toEqual(['Mina'])
    expect(await searchNames('Okafor, Mina')).toEqual(['Mina'])
    expect(await searchNames('okafor mina')).toEqual(['Mina'])
    expect(await searchNames('LUN')).toEqual(['Minerva'])
    expect(await searchNames('min')).toEqual(['Minerva', 'Mina', 'Oka'])
    expect(await searchNames('oka mi')).toEqual(['Oka', 'Mina'])
  })

  it('finds members by email, member number, and phone number in any notation', async () => {
    expect(await searchNames('minerva.l')).toEqual(['Minerva'])
    expect(await searchNames((numbers.get('Oka') ?? '').toLowerCase())).toEqual(['Oka'])
    for (const phone of ['2015557001', '(201) 555-70', '1 201 555 7001', '+1-201-555-7001'])
      expect(await searchNames(phone), phone).toEqual(['Mina'])
    expect(await searchNames('+44 2079')).toEqual(['Oka'])
  })

  it('ignores differences in accents, apostrophes and dashes', async () => {
    await createMember('Seán', 'O’Brien', '(201) 555-7101')
    await createMember('Łucja', 'Weiß–Sørensen', '(201) 555-7102')
    for (const q of ['obrien', "o'brien", 'O’Brien', 'O`BRIEN', 'sean obr', 'o´brien, seán'])
      expect([q, await searchNames(q)]).toEqual([q, ['Seán']])
    for (const q of ['lucja', 'weiss', 'Weiß-sorensen', 'ŁUCJA WEISS', 'weiss sorensen, lu', 'lu\u200bcja'])
      expect([q, await searchNames(q)]).toEqual([q, ['Łucja']])
  })

  it('finds members by license number and by street', async () => {
    const { db } = connection()
    const texan = await createMember('Paloma', 'Vance', '(201) 555-7103')
    await db
      .updateTable('users')
      .set({ cosmetology_id: 'TX-25019', license_state: 'TX' })
      .where('id', '=', texan)
      .execute()
    const other = await createMember('Quentin', 'Yost', '(201) 555-7104')
    await db
      .updateTable('users')
      .set({ cosmetology_id: '88-4417', license_state: 'OH' })
      .where('id', '=', other)
      .execute()
    await db
      .insertInto('user_addresses')
      .values({ ...address, address_1: '1742 Québec Ave', user_id: other })
      .execute()
    for (const q of ['TX-25019', 'tx25019', 'TX 25019', 'License no. TX-25019'.slice(12), 'TX–250'])
      expect([q, await searchNames(q)]).toEqual([q, ['Paloma']])
    for (const q of [
      'OH 884417',
      'OH-88-4417',
      '88-4417',
      '1742 quebec',
      'Quebec ave',
      `Member ${numbers.get('Quentin')}`,
    ])
      expect([q, await searchNames(q)]).toEqual([q, ['Quentin']])
  })

  it('returns addresses, and treats wildcards as plain text', async () => {
    expect((await search('mina okafor')).members).toMatchObject([
      {
        member_no: numbers.get('Mina'),
        status: 'active',
        addresses: [{ city: address.city, full_address: expect.any(String) }],
      },
    ])
    for (const q of ['%', '_ina', 'mina%', '\\', ' ', "'"]) expect(await searchNames(q), q).toEqual([])
  })
})
