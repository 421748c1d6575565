import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  Client,
  type HttpResponse,
  jsonHeaders,
  toVisitor,
  withResponseCookies,
} from '../../../bench/support/client.ts'
import { markedForm } from '../../support/order-forms.ts'
import { PRODUCT_ID } from '../kill-while-placing.ts'
import { Repeated } from '../repeated.ts'
import { require } from '../shop-for-trial.ts'

const AGAIN_MS = 200
const BETWEEN_ORDERS_MS = 250
/** No response, or the proxy or the shop was unavailable. */
const LATER = [0, 502, 503, 504]

export type PlacedOrder = { marker: string; id: number; sentAt: number; answeredAt: number }
export type Failure = { at: number; status: number; path: string }

/** Guests who place orders one after another through the proxy, and retry with the same key like the page. */
export class Buyers {
  readonly run = randomBytes(4).toString('hex')
  readonly placed: PlacedOrder[] = []
  readonly failures: Failure[] = []
  attempts = 0
  /** Carts whose commit was asynchronous (docs/decisions/0030), lost with the primary. */
  cartsLost = 0
  readonly #client: Client
  readonly #buying: Repeated

  constructor(port: number, count: number) {
    this.#client = new Client(port, 2 * count)
    this.#buying = new Repeated(count, BETWEEN_ORDERS_MS, () => this.#buyOnce())
  }

  /** Throws the first response that no buyer should get. */
  complain(): void {
    this.#buying.complain()
  }

  async stop(): Promise<void> {
    await this.#buying.stop()
    this.#client.close()
  }

  async #buyOnce(): Promise<void> {
    const page = await this.#send('GET', '/faqs', { accept: 'text/html' })
    if (page.status !== 200) return void (await pause(AGAIN_MS))
    const visitor = toVisitor(page)
    const item = JSON.stringify({ id: PRODUCT_ID, quantity: 1 })
    const added = await this.#send('POST', '/shopping-cart/product/add', jsonHeaders(visitor), item)
    if (added.status !== 200) return void (await pause(AGAIN_MS))

    const marker = `trial-${this.run}-${++this.attempts}`
    const form = JSON.stringify(markedForm(marker))
    const headers = { ...jsonHeaders(withResponseCookies(visitor, added)), 'idempotency-key': marker }
    for (;;) {
      const sentAt = performance.now()
      const answer = await this.#send('POST', '/checkout/confirm', headers, form)
      if (answer.status === 201) {
        this.placed.push({ marker, id: JSON.parse(answer.body).id, sentAt, answeredAt: performance.now() })
        return
      }
      if (answer.status === 422 && answer.body.includes('cart')) {
        this.cartsLost++
        return
      }
      require(LATER.includes(answer.status), `placing an order returned ${answer.status} ${answer.body}`)
      await pause(AGAIN_MS)
    }
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<HttpResponse> {
    const answer = await this.#client
      .send(method, path, headers, body)
      .catch((): HttpResponse => ({ status: 0, headers: {}, body: '' }))
    if (answer.status >= 500 || answer.status === 0) {
      this.failures.push({ at: performance.now(), status: answer.status, path })
    }
    return answer
  }
}
