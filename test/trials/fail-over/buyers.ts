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
import { PRODUCT_ID } from '../kill-during-checkout.ts'
import { RepeatedTask } from '../repeated-task.ts'
import { assertThat } from '../trial-shop.ts'

const RETRY_DELAY_MS = 200
const ORDER_INTERVAL_MS = 250
/** No response, or the proxy or the shop was unavailable. */
const RETRYABLE_STATUSES = [0, 502, 503, 504]

export type PlacedOrder = { marker: string; id: number; sentAt: number; respondedAt: number }
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
  readonly task: RepeatedTask

  constructor(port: number, count: number) {
    this.#client = new Client(port, 2 * count)
    this.task = new RepeatedTask(count, ORDER_INTERVAL_MS, () => this.placeOneOrder())
  }

  /** Throws the first response that no buyer should get. */
  throwIfFailed(): void {
    this.task.throwIfFailed()
  }

  async stop(): Promise<void> {
    await this.task.stop()
    this.#client.close()
  }

  async placeOneOrder(): Promise<void> {
    const page = await this.#send('GET', '/faqs', { accept: 'text/html' })
    if (page.status !== 200) return void (await pause(RETRY_DELAY_MS))
    const visitor = toVisitor(page)
    const item = JSON.stringify({ id: PRODUCT_ID, quantity: 1 })
    const cartResponse = await this.#send('POST', '/shopping-cart/product/add', jsonHeaders(visitor), item)
    if (cartResponse.status !== 200) return void (await pause(RETRY_DELAY_MS))

    const marker = `trial-${this.run}-${++this.attempts}`
    const form = JSON.stringify(markedForm(marker))
    const headers = { ...jsonHeaders(withResponseCookies(visitor, cartResponse)), 'idempotency-key': marker }
    for (;;) {
      const sentAt = performance.now()
      const response = await this.#send('POST', '/checkout/confirm', headers, form)
      if (response.status === 201) {
        this.placed.push({ marker, id: JSON.parse(response.body).id, sentAt, respondedAt: performance.now() })
        return
      }
      if (response.status === 422 && response.body.includes('cart')) {
        this.cartsLost++
        return
      }
      assertThat(
        RETRYABLE_STATUSES.includes(response.status),
        `placing an order returned ${response.status} ${response.body}`,
      )
      await pause(RETRY_DELAY_MS)
    }
  }

  async #send(
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<HttpResponse> {
    const response = await this.#client
      .send(method, path, headers, body)
      .catch((): HttpResponse => ({ status: 0, headers: {}, body: '' }))
    if (response.status >= 500 || response.status === 0) {
      this.failures.push({ at: performance.now(), status: response.status, path })
    }
    return response
  }
}
