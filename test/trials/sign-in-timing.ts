import { Client, type HttpResponse } from '../../bench/support/client.ts'
import { registrationForm } from '../support/member-forms.ts'
import { assertThat, createTrialShop, log } from './trial-shop.ts'

const SAMPLES = 200
const WARM_UP = 20
const MAX_DIFFERENCE_MS = 20
const MAX_DIFFERENCE_RATIO = 0.1
const KNOWN = 'known@example.com'
const UNKNOWN = 'nobody@example.com'

/** docs/security G12: neither the time nor the response reveals whether an email has an account. */
export async function signInTiming(engine: 'embedded' | 'postgres'): Promise<void> {
  const trial = await createTrialShop(engine)
  const shop = await trial.start({ DEMO: '0' })
  const client = new Client(shop.port, 1)
  try {
    const visitor = await client.visit()
    const registration = await client.post('/register', visitor, registrationForm(KNOWN, 'orchid lamp 48'))
    assertThat(registration.status === 201, `registration returned ${registration.status} ${registration.body}`)
    await compare('login', 401, (email) => client.post('/login', visitor, { email, password: 'not this one' }))
    await compare('forgot', 200, (email) => client.post('/password/forgot', visitor, { email }))
  } finally {
    client.close()
    await shop.stop()
    await trial.remove()
  }
}

async function compare(name: string, status: number, request: (email: string) => Promise<HttpResponse>): Promise<void> {
  const times: Record<string, number[]> = { [KNOWN]: [], [UNKNOWN]: [] }
  const responses = new Set<string>()
  for (let n = -WARM_UP; n < SAMPLES; n++) {
    // Alternates, so that other load on the machine affects both equally.
    for (const email of n % 2 ? [KNOWN, UNKNOWN] : [UNKNOWN, KNOWN]) {
      const started = performance.now()
      const response = await request(email)
      if (n >= 0) times[email]?.push(performance.now() - started)
      assertThat(response.status === status, `${name} returned ${response.status} ${response.body}`)
      responses.add(describeResponse(response))
    }
  }
  const [known, unknown] = [median(times[KNOWN]), median(times[UNKNOWN])]
  const difference = Math.abs(known - unknown)
  const allowed = Math.max(MAX_DIFFERENCE_MS, Math.max(known, unknown) * MAX_DIFFERENCE_RATIO)
  log(
    `${name}: median ${known.toFixed(1)} ms known, ${unknown.toFixed(1)} ms unknown, difference ${difference.toFixed(1)} ms of ${allowed.toFixed(1)} ms allowed; ${SAMPLES} each.`,
  )
  assertThat(difference <= allowed, `${name}: the response time reveals whether an account exists`)
  assertThat(responses.size === 1, `${name}: the responses differ: ${[...responses].slice(0, 2).join(' | ')}`)
}

/** The whole response except date and request id. */
const describeResponse = ({
  status,
  headers: { date: _, 'x-request-id': __, ...headers },
  body,
}: HttpResponse): string => JSON.stringify([status, headers, body])

function median(times: readonly number[] = []): number {
  const sorted = [...times].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  if (low === undefined || high === undefined) throw new Error('nothing was measured')
  return (low + high) / 2
}
