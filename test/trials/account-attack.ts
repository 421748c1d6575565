import { TOTP } from 'otpauth'
import { childForm, registrationForm } from '../support/member-forms.ts'
import { pickupForm } from '../support/order-forms.ts'
import { openVisitor } from '../support/shop-visitor.ts'
import { assertThat } from './trial-shop.ts'
import type { EmailedLink, Outbox } from './watch-outbox.ts'

export type Step = 'change' | 'confirm' | 'password' | 'second factor' | 'register' | 'payouts' | 'erasure'
type Visitor = Awaited<ReturnType<typeof openVisitor>>
type Outcome = { holes: string[]; refusalCount: number; isEmailChanged: boolean }

const OWNER_PASSWORD = 'orchid lamp 48'
const ATTACKER_PASSWORD = 'violet lamp 48'
const NEW_PASSWORD = 'tulip lamp 49'
const ATTACKER_PHONE = '(201) 555-0166'
/** The product that the owner orders. */
export const PRODUCT = 1

/**
 * Runs one account from its registration to the owner's recovery; anything the attacker can still do afterward is a
 * hole.
 */
export async function runAttack(
  port: number,
  outbox: Outbox,
  number: number,
  steps: readonly Step[],
): Promise<Outcome> {
  const visitors: Visitor[] = []
  const visit = async () => {
    const visitor = await openVisitor(port)
    visitors.push(visitor)
    return visitor
  }
  try {
    const owner = await createOwner(await visit(), outbox, `owner${number}@take-back.example`)
    const attacker = createAttacker(await visit(), await visit(), outbox, owner.email, number)
    await attacker.signIn()
    for (const step of steps) await attacker.actions[step]()
    await attacker.preparePersistence()

    const holes = [...attacker.holes]
    const links = await outbox.waitForTokens(owner.email, '/email/undo', attacker.countEmailsToOwner())
    const recovery = await visit()
    const undoResponse = await recovery.postWithoutCheck('/email/undo', { token: links[number % links.length] ?? '' })
    if (undoResponse.status !== 200) holes.push(`the owner’s link was refused: ${undoResponse.body}`)
    holes.push(...(await attacker.findRemainingAccess()))
    holes.push(...(await findLosses(recovery, outbox, owner)))
    holes.push(...(await attacker.findRemainingAccess()))
    const { status } = await recovery.get('/account/user.json')
    if (status !== 200) holes.push(`the owner was signed out: ${status}`)
    return { holes, refusalCount: attacker.countRefusals(), isEmailChanged: attacker.isEmailChanged() }
  } finally {
    for (const visitor of visitors) visitor.close()
  }
}

type Owner = { email: string; orderId: number; directMember: string }

/** A user with a verified email, an order and a direct line. */
async function createOwner(visitor: Visitor, outbox: Outbox, email: string): Promise<Owner> {
  await visitor.post('/register', { ...registrationForm(email, OWNER_PASSWORD), franchise: 'N' })
  const [token = ''] = await outbox.waitForTokens(email, '/password/reset', 1)
  await visitor.post('/password/reset', { token, password: OWNER_PASSWORD, confirmation: OWNER_PASSWORD })
  await visitor.post('/login', { email, password: OWNER_PASSWORD })
  await visitor.reload()
  await visitor.post('/shopping-cart/product/add', { id: PRODUCT, quantity: 1 })
  const order = await visitor.post('/checkout/confirm', pickupForm)
  const { detail } = JSON.parse((await visitor.get('/account/sales.json')).body)
  const directMember = `child-of-${email}`
  const form = {
    ...registrationForm(directMember, OWNER_PASSWORD),
    ...childForm(directMember),
    franchise: 'N',
    ref: detail.referral_code,
  }
  await visitor.post('/register', form)
  return { email, orderId: order.id, directMember }
}

/** Has a session and knows the password; a refused step on the way is not a hole. */
function createAttacker(visitor: Visitor, otherVisitor: Visitor, outbox: Outbox, owner: string, number: number) {
  const mailboxes = ['a', 'b', 'c'].map((name) => `attacker${number}${name}@take-back.example`)
  const passwords = [OWNER_PASSWORD]
  const holes: string[] = []
  let [email, usedMailboxes, emailsToOwner, refusals] = [owner, 0, 0, 0]
  let codes: string[] = []

  const password = () => passwords.at(-1) as string
  const nextCode = () => codes.pop() ?? ''
  const isDone = ({ status }: { status: number }): boolean => {
    assertThat(status < 500, `the shop returned ${status}`)
    if (status >= 300) refusals++
    return status < 300
  }
  async function change() {
    const to = mailboxes[usedMailboxes++] as string
    const response = await visitor.postWithoutCheck('/account/profile/save', {
      first_name: 'Ana',
      last_name: 'Reyes',
      email: to,
    })
    if (!isDone(response)) return
    if (email === owner) await outbox.waitForTokens(owner, '/email/undo', ++emailsToOwner)
    await outbox.waitForTokens(to, '/email/confirm', 1)
  }
  async function confirm() {
    const to = mailboxes[usedMailboxes - 1]
    const [token] = to === undefined ? [] : await outbox.waitForTokens(to, '/email/confirm', 1)
    const response = await visitor.postWithoutCheck('/email/confirm', {
      token: token ?? '',
      current_password: password(),
      code: nextCode(),
    })
    if (!isDone(response)) return
    if (email === owner) emailsToOwner++
    email = to as string
  }
  async function setPassword() {
    const form = { current_password: password(), new_password: ATTACKER_PASSWORD, confirmation: ATTACKER_PASSWORD }
    if (!isDone(await visitor.postWithoutCheck('/account/password/change', form))) return
    passwords.push(ATTACKER_PASSWORD)
    await visitor.reload()
  }
  async function enableSecondFactor() {
    const startResponse = await visitor.postWithoutCheck('/account/security/start', { current_password: password() })
    if (!isDone(startResponse)) return
    const code = new TOTP({ secret: JSON.parse(startResponse.body).secret }).generate()
    const response = await visitor.postWithoutCheck('/account/security/confirm', { code })
    if (!isDone(response)) return
    codes = JSON.parse(response.body).recovery_codes
    await visitor.reload()
  }
  async function redirectPayouts() {
    const form = { kind: 'quickpay', phone_number: ATTACKER_PHONE, current_password: password() }
    isDone(await visitor.postWithoutCheck('/account/payouts/method', form))
  }
  async function requestErasure() {
    isDone(await visitor.postWithoutCheck('/account/my-data/erase', { current_password: password() }))
  }
  async function register() {
    if (isDone(await otherVisitor.postWithoutCheck('/register', registrationForm(owner, ATTACKER_PASSWORD))))
      holes.push('the email was registered')
  }

  return {
    holes,
    countRefusals: () => refusals,
    isEmailChanged: () => email !== owner,
    countEmailsToOwner: () => emailsToOwner,
    actions: {
      change,
      confirm,
      password: setPassword,
      'second factor': enableSecondFactor,
      register,
      payouts: redirectPayouts,
      erasure: requestErasure,
    } satisfies Record<Step, () => Promise<void>>,
    async signIn() {
      await visitor.post('/login', { email: owner, password: OWNER_PASSWORD })
      await visitor.reload()
    },
    /**
     * Creates another session, a link to set a password if the attacker owns the mailbox, and another pending change.
     */
    async preparePersistence() {
      isDone(await otherVisitor.postWithoutCheck('/login', { email, password: password(), code: nextCode() }))
      await otherVisitor.reload()
      if (email !== owner) {
        await otherVisitor.postWithoutCheck('/password/forgot', { email })
        await outbox.waitForTokens(email, '/password/reset', 1)
      }
      if (number % 2 === 1 && usedMailboxes < mailboxes.length) await change()
    },
    /** Tries all sessions, passwords and links. */
    async findRemainingAccess(): Promise<string[]> {
      const remainingAccess: string[] = []
      for (const session of [visitor, otherVisitor]) {
        if ((await session.get('/account/user.json')).status !== 401) remainingAccess.push('a session is still valid')
      }
      for (const knownEmail of new Set([owner, email])) {
        for (const candidate of passwords) {
          const { status } = await otherVisitor.postWithoutCheck('/login', { email: knownEmail, password: candidate })
          if (status !== 401) remainingAccess.push(`a password signs in to ${knownEmail}: ${status}`)
          await otherVisitor.reload()
        }
      }
      for (const mailbox of mailboxes) {
        for (const link of await outbox.linksTo(mailbox)) {
          const { status } = await otherVisitor.postWithoutCheck(link.kind, bodyFor(link, password(), nextCode()))
          if (status < 400) remainingAccess.push(`${link.kind} works: ${status}`)
        }
      }
      if ((await otherVisitor.postWithoutCheck('/register', registrationForm(owner, ATTACKER_PASSWORD))).status < 300)
        remainingAccess.push('registered')
      return remainingAccess
    },
  }
}

const bodyFor = ({ kind, token }: EmailedLink, password: string, code: string): object =>
  kind === '/password/reset'
    ? { token, password: ATTACKER_PASSWORD, confirmation: ATTACKER_PASSWORD }
    : { token, current_password: password, code }

/** Signs in through the emailed link, and checks that everything is unchanged. */
async function findLosses(visitor: Visitor, outbox: Outbox, owner: Owner): Promise<string[]> {
  // The first link set the first password.
  const tokens = await outbox.waitForTokens(owner.email, '/password/reset', 2)
  const statuses: number[] = []
  for (const token of tokens) {
    statuses.push(
      (await visitor.postWithoutCheck('/password/reset', { token, password: NEW_PASSWORD, confirmation: NEW_PASSWORD }))
        .status,
    )
  }
  if (statuses.filter((status) => status === 200).length !== 1) return [`no emailed link sets a password: ${statuses}`]
  const signInResponse = await visitor.postWithoutCheck('/login', { email: owner.email, password: NEW_PASSWORD })
  if (signInResponse.status !== 200)
    return [`the owner cannot sign in: ${signInResponse.status} ${signInResponse.body}`]
  await visitor.reload()

  const missing: string[] = []
  const user = JSON.parse((await visitor.get('/account/user.json')).body)
  if (user.email !== owner.email || user.two_factor || user.pending_email !== null) {
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
