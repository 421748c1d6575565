import { beforeAll, expect, it } from 'vitest'
import { address } from '#test/address.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeUser } from '#test/factories.ts'
import { makeStaff, staffSession } from '#test/staff.ts'

databaseTest('members that staff look for', (connection) => {
  const suite = appForSuite(connection)
  let browser: ReturnType<typeof browserOf>
  const numbers = new Map<string, string>()

  async function make(firstName: string, lastName: string, phone: string) {
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
  const names = async (q: string) =>
    (await search(q)).members.map(({ first_name }: { first_name: string }) => first_name)

  beforeAll(async () => {
    const { db } = connection()
    const id = await make('Mina', 'Okafor', '(201) 555-7001')
    await db
      .insertInto('user_addresses')
      .values({ ...address, user_id: id })
      .execute()
    await make('Minerva', 'Lund', '(646) 555-7002')
    await make('Oka', 'Minter', '+442079460000')
    browser = browserOf(suite)
    browser.jar.set('staff', await staffSession(db, (await makeStaff(db, 'clerk')).id))
  })

  it('are found by the beginning of a name, in either order', async () => {
    expect(await names('mina oka')).toEqual(['Mina'])
    expect(await names('Okafor, Mina')).toEqual(['Mina'])
    expect(await names('okafor mina')).toEqual(['Mina'])
    expect(await names('LUN')).toEqual(['Minerva'])
    expect(await names('min')).toEqual(['Minerva', 'Mina', 'Oka'])
    expect(await names('oka mi')).toEqual(['Oka', 'Mina'])
  })

  it('are found by email, member number, and phone number however it is written', async () => {
    expect(await names('minerva.l')).toEqual(['Minerva'])
    expect(await names((numbers.get('Oka') ?? '').toLowerCase())).toEqual(['Oka'])
    for (const phone of ['2015557001', '(201) 555-70', '1 201 555 7001', '+1-201-555-7001'])
      expect(await names(phone), phone).toEqual(['Mina'])
    expect(await names('+44 2079')).toEqual(['Oka'])
  })

  it('come with their addresses; what stands for anything elsewhere is text here', async () => {
    expect((await search('mina okafor')).members).toMatchObject([
      {
        member_no: numbers.get('Mina'),
        status: 'active',
        addresses: [{ city: address.city, full_address: expect.any(String) }],
      },
    ])
    for (const q of ['%', '_ina', 'mina%', '\\', ' ', "mina'"]) expect(await names(q), q).toEqual([])
  })
})
