import { expect, it } from 'vitest'
import { writeProofMail } from '#server/customers/account-emails.ts'
import { openSession } from '#server/customers/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { composeMail } from '#server/platform/mail/mail-text.ts'
import { openSettings } from '#server/platform/settings/settings.ts'
import { appForSuite } from '#test/app.ts'
import { browserOf } from '#test/browser.ts'
import { databaseTest } from '#test/database.ts'
import { makeProduct, makeUser } from '#test/factories.ts'
import { pickupForm } from '#test/order-forms.ts'

databaseTest('orders of a guest who becomes a member', (connection) => {
  const suite = appForSuite(connection)
  const guest = () => browserOf(suite)
  const member = async (email: string) => {
    const user = await makeUser(connection().db, { email, type: 'franchise' })
    const browser = guest()
    browser.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, user.id)))
    return { ...browser, user }
  }
  const orderAsGuest = async (email: string): Promise<number> => {
    const visitor = guest()
    const product = await makeProduct(connection().db)
    await visitor.post('/shopping-cart/product/add', { id: product.id, quantity: 1 })
    return (await visitor.post('/checkout/confirm', { ...pickupForm, user_email: email })).json().id
  }
  const listOrderIds = async (browser: Awaited<ReturnType<typeof member>>): Promise<number[]> =>
    (await browser.get('/account/orders.json')).json().data.map(({ id }: { id: number }) => id)
  const proofToken = async (userId: Awaited<ReturnType<typeof member>>['user']['id']): Promise<string> => {
    const { db } = connection()
    const deps = { db, settings: await openSettings(db, {}), config: { publicUrl: 'http://shop.test' } }
    const mail = await writeProofMail(deps, userId)
    return /\/email\/prove\/([\w-]{43})\n/.exec(mail ? composeMail(mail).text : '')?.[1] ?? ''
  }

  it('are added once the mailbox is verified through an emailed link, and volume does not move', async () => {
    const id = await orderAsGuest('Ana.Claims@Example.com')
    await orderAsGuest('somebody.else@example.com')
    const ana = await member('ana.claims@example.com')
    expect((await ana.post('/account/orders/claim', {})).json()).toEqual({ claimed: 0, mailed: true })
    expect(await listOrderIds(ana)).toEqual([])
    const token = await proofToken(ana.user.id)
    expect((await ana.post('/email/prove', { token })).json()).toEqual({ claimed: 1, mailed: false })
    expect(await listOrderIds(ana)).toEqual([id])
    expect((await guest().post('/email/prove', { token })).statusCode).toBe(422)
    const { rows } = await connection().pool.query('select credited_user_id from orders where id = $1', [id])
    expect(rows).toEqual([{ credited_user_id: null }])

    const laterOrderId = await orderAsGuest('ana.claims@example.com')
    expect((await ana.post('/account/orders/claim', {})).json()).toEqual({ claimed: 1, mailed: false })
    expect(await listOrderIds(ana)).toEqual([laterOrderId, id])
  })

  it('are not added to an account whose email has changed since', async () => {
    const bea = await member('bea.claims@example.com')
    const token = await proofToken(bea.user.id)
    await orderAsGuest('victim@example.com')
    await connection().pool.query(
      `update users set email = 'victim@example.com', email_verified_at = null where id = $1`,
      [bea.user.id],
    )
    expect((await guest().post('/email/prove', { token })).statusCode).toBe(422)
    expect((await bea.post('/account/orders/claim', {})).json()).toEqual({ claimed: 0, mailed: true })
    expect(await listOrderIds(bea)).toEqual([])
  })

  it('are hidden from an account that registered the email before its owner proved it', async () => {
    const impostor = await member('dora.claims@example.com')
    await connection().pool.query(`update users set password_hash = 'of the attacker' where id = $1`, [
      impostor.user.id,
    ])
    await orderAsGuest('dora.claims@example.com')
    const token = await proofToken(impostor.user.id)
    expect((await guest().post('/email/prove', { token })).json()).toEqual({ claimed: 1, mailed: true })
    expect((await impostor.get('/account/orders.json')).statusCode).toBe(401)
    const { rows } = await connection().pool.query('select password_hash from users where id = $1', [impostor.user.id])
    expect(rows).toEqual([{ password_hash: null }])
  })

  it('are added in the signed-in browser, which stays signed in; sign-ins from before the verification end', async () => {
    const eva = await member('eva.claims@example.com')
    await connection().pool.query(`update users set password_hash = 'of eva' where id = $1`, [eva.user.id])
    const other = guest()
    other.jar.set('session', await inTransaction(connection().db, (trx) => openSession(trx, eva.user.id)))
    const id = await orderAsGuest('eva.claims@example.com')
    const response = await eva.post('/email/prove', { token: await proofToken(eva.user.id) })
    expect(response.json()).toEqual({ claimed: 1, mailed: false })
    expect(await listOrderIds(eva)).toEqual([id])
    expect((await other.get('/account/user.json')).statusCode).toBe(401)
  })
})
