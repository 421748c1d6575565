import { TOTP } from 'otpauth'
import { childForm, registrationForm } from '../support/member-forms.ts'
import { pickupForm } from '../support/order-forms.ts'
import { openVisitor } from '../support/shop-visitor.ts'
import type { MailedLink, Outbox } from './outbox.ts'
import { require } from './shop-for-trial.ts'

export type Step = 'change' | 'confirm' | 'password' | 'second factor' | 'register' | 'payouts' | 'erasure'
type Visitor = Awaited<ReturnType<typeof openVisitor>>
type Outcome = { holes: string[]; refused: number; confirmed: boolean }

const OWNERS = 'orchid lamp 48'
const THIEFS = 'violet lamp 48'
const NEXT = 'tulip lamp 49'
const THIEFS_PHONE = '(201) 555-0166'
/** The product that the owner orders. */
export const PRODUCT = 1

/**
 * Plays one account from its registration to the owner's recovery; anything the thief can still do afterward is a hole.
 */
export async function takeOver(port: number, outbox: Outbox, number: number, steps: readonly Step[]): Promise<Outcome> {
  const visitors: Visitor[] = []
  const visit = async () => {
    const visitor = await openVisitor(port)
    visitors.push(visitor)
    return visitor
  }
  try {
    const owner = await makeOwner(await visit(), outbox, `owner${number}@take-back.example`)
    const thief = makeThief(await visit(), await visit(), outbox, owner.email, number)
    await thief.signIn()
    for (const step of steps) await thief.deeds[step]()
    await thief.prepareToStay()

    const holes = [...thief.holes]
    const links = await outbox.wait(owner.email, '/email/undo', thief.mailsToOwner())
    const back = await visit()
    const undone = await back.postWithoutCheck('/email/undo', { token: links[number % links.length] ?? '' })
    if (undone.status !== 200) holes.push(`the owner’s link was refused: ${undone.body}`)
    holes.push(...(await thief.whatWorks()))
    holes.push(...(await whatOwnerMisses(back, outbox, owner)))
    holes.push(...(await thief.whatWorks()))
    const { status } = await back.get('/account/user.json')
    if (status !== 200) holes.push(`the owner was signed out: ${status}`)
    return { holes, refused: thief.refused(), confirmed: thief.hasMoved() }
  } finally {
    for (const visitor of visitors) visitor.close()
  }
}

type Owner = { email: string; orderId: number; child: string }

/** A user with a verified email, an order and a direct line. */
async function makeOwner(visitor: Visitor, outbox: Outbox, email: string): Promise<Owner> {
  await visitor.post('/register', { ...registrationForm(email, OWNERS), franchise: 'N' })
  const [token = ''] = await outbox.wait(email, '/password/reset', 1)
  await visitor.post('/password/reset', { token, password: OWNERS, confirmation: OWNERS })
  await visitor.post('/login', { email, password: OWNERS })
  await visitor.reload()
  await visitor.post('/shopping-cart/product/add', { id: PRODUCT, quantity: 1 })
  const order = await visitor.post('/checkout/confirm', pickupForm)
  const { detail } = JSON.parse((await visitor.get('/account/sales.json')).body)
  const child = `child-of-${email}`
  const form = { ...registrationForm(child, OWNERS), ...childForm(child), franchise: 'N', ref: detail.referral_code }
  await visitor.post('/register', form)
  return { email, orderId: order.id, child }
}

/** Has a session and knows the password; a refused step on the way is not a hole. */
function makeThief(visitor: Visitor, second: Visitor, outbox: Outbox, owner: string, number: number) {
  const mailboxes = ['a', 'b', 'c'].map((name) => `thief${number}${name}@take-back.example`)
  const passwords = [OWNERS]
  const holes: string[] = []
  let [email, used, noticeCount, refusals] = [owner, 0, 0, 0]
  let codes: string[] = []

  const password = () => passwords.at(-1) as string
  const nextCode = () => codes.pop() ?? ''
  const done = ({ status }: { status: number }): boolean => {
    require(status < 500, `the shop returned ${status}`)
    if (status >= 300) refusals++
    return status < 300
  }
  async function change() {
    const to = mailboxes[used++] as string
    const saved = await visitor.postWithoutCheck('/account/profile/save', {
      first_name: 'Ana',
      last_name: 'Reyes',
      email: to,
    })
    if (!done(saved)) return
    if (email === owner) await outbox.wait(owner, '/email/undo', ++noticeCount)
    await outbox.wait(to, '/email/confirm', 1)
  }
  async function confirm() {
    const to = mailboxes[used - 1]
    const [token] = to === undefined ? [] : await outbox.wait(to, '/email/confirm', 1)
    const confirmed = await visitor.postWithoutCheck('/email/confirm', {
      token: token ?? '',
      current_password: password(),
      code: nextCode(),
    })
    if (!done(confirmed)) return
    if (email === owner) noticeCount++
    email = to as string
  }
  async function setPassword() {
    const form = { current_password: password(), new_password: THIEFS, confirmation: THIEFS }
    if (!done(await visitor.postWithoutCheck('/account/password/change', form))) return
    passwords.push(THIEFS)
    await visitor.reload()
  }
  async function switchOn() {
    const started = await visitor.postWithoutCheck('/account/security/start', { current_password: password() })
    if (!done(started)) return
    const code = new TOTP({ secret: JSON.parse(started.body).secret }).generate()
    const confirmed = await visitor.postWithoutCheck('/account/security/confirm', { code })
    if (!done(confirmed)) return
    codes = JSON.parse(confirmed.body).recovery_codes
    await visitor.reload()
  }
  async function redirectPayouts() {
    const form = { kind: 'quickpay', phone_number: THIEFS_PHONE, current_password: password() }
    done(await visitor.postWithoutCheck('/account/payouts/method', form))
  }
  async function askForErasure() {
    done(await visitor.postWithoutCheck('/account/my-data/erase', { current_password: password() }))
  }
  async function register() {
    if (done(await second.postWithoutCheck('/register', registrationForm(owner, THIEFS))))
      holes.push('the email was registered')
  }

  return {
    holes,
    refused: () => refusals,
    hasMoved: () => email !== owner,
    mailsToOwner: () => noticeCount,
    deeds: {
      change,
      confirm,
      password: setPassword,
      'second factor': switchOn,
      register,
      payouts: redirectPayouts,
      erasure: askForErasure,
    } satisfies Record<Step, () => Promise<void>>,
    async signIn() {
      await visitor.post('/login', { email: owner, password: OWNERS })
      await visitor.reload()
    },
    /** Creates another session, a link to set a password if the thief owns the mailbox, and another pending change. */
    async prepareToStay() {
      done(await second.postWithoutCheck('/login', { email, password: password(), code: nextCode() }))
      await second.reload()
      if (email !== owner) {
        await second.postWithoutCheck('/password/forgot', { email })
        await outbox.wait(email, '/password/reset', 1)
      }
      if (number % 2 === 1 && used < mailboxes.length) await change()
    },
    /** Tries all sessions, passwords and links. */
    async whatWorks(): Promise<string[]> {
      const found: string[] = []
      for (const each of [visitor, second]) {
        if ((await each.get('/account/user.json')).status !== 401) found.push('a session is still valid')
      }
      for (const known of new Set([owner, email])) {
        for (const each of passwords) {
          const { status } = await second.postWithoutCheck('/login', { email: known, password: each })
          if (status !== 401) found.push(`a password signs in to ${known}: ${status}`)
          await second.reload()
        }
      }
      for (const mailbox of mailboxes) {
        for (const link of await outbox.linksTo(mailbox)) {
          const { status } = await second.postWithoutCheck(link.kind, bodyFor(link, password(), nextCode()))
          if (status < 400) found.push(`${link.kind} works: ${status}`)
        }
      }
      if ((await second.postWithoutCheck('/register', registrationForm(owner, THIEFS))).status < 300)
        found.push('registered')
      return found
    },
  }
}

const bodyFor = ({ kind, token }: MailedLink, password: string, code: string): object =>
  kind === '/password/reset'
    ? { token, password: THIEFS, confirmation: THIEFS }
    : { token, current_password: password, code }

/** Signs in through the emailed link, and checks that everything is unchanged. */
async function whatOwnerMisses(visitor: Visitor, outbox: Outbox, owner: Owner): Promise<string[]> {
  // The first link set the first password.
  const tokens = await outbox.wait(owner.email, '/password/reset', 2)
  const statuses: number[] = []
  for (const token of tokens) {
    statuses.push(
      (await visitor.postWithoutCheck('/password/reset', { token, password: NEXT, confirmation: NEXT })).status,
    )
  }
  if (statuses.filter((status) => status === 200).length !== 1) return [`no emailed link sets a password: ${statuses}`]
  const entered = await visitor.postWithoutCheck('/login', { email: owner.email, password: NEXT })
  if (entered.status !== 200) return [`the owner cannot sign in: ${entered.status} ${entered.body}`]
  await visitor.reload()

  const missing: string[] = []
  const user = JSON.parse((await visitor.get('/account/user.json')).body)
  if (user.email !== owner.email || user.two_factor || user.awaited_email !== null) {
    missing.push(`the account was changed: ${JSON.stringify(user)}`)
  }
  const { method } = JSON.parse((await visitor.get('/account/payouts.json')).body)
  if (method !== null) missing.push(`payouts go to ${JSON.stringify(method)}`)
  const { erasure } = JSON.parse((await visitor.get('/account/my-data.json')).body)
  if (erasure !== null) missing.push(`an erasure is pending: ${JSON.stringify(erasure)}`)
  const orders = JSON.parse((await visitor.get('/account/orders.json')).body).data
  if (!orders.some(({ id }: { id: number }) => id === owner.orderId)) missing.push('the order is missing')
  for (let tries = 0; ; tries++) {
    const { children } = JSON.parse((await visitor.get('/account/sales.json')).body)
    if (children.length === 1) return missing
    // The line is updated in the background, within about a second.
    if (tries === 100) return [...missing, `the line has ${children.length} members`]
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
