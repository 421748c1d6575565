import { randomBytes } from 'node:crypto'
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

const ORDER_INTERVAL_MS = 50
const ASSET = /(?:src|href)="(\/assets\/[^"#]+)/g
const OK = 200
const CREATED = 201

class RequestError extends Error {}

/** Guests who open a page with its assets, fill a cart, view it and order, without retrying anything. */
export class BuyersWithoutRetry {
  readonly run = randomBytes(4).toString('hex')
  readonly placed: { marker: string; id: number }[] = []
  readonly failures: string[] = []
  requests = 0
  #attempts = 0
  readonly #client: Client
  readonly task: RepeatedTask

  constructor(port: number, count: number) {
    this.#client = new Client(port, 2 * count)
    this.task = new RepeatedTask(count, ORDER_INTERVAL_MS, () => this.buyOrRecordFailure())
  }

  /** Throws the error that ended a buyer's loop; request failures do not. */
  throwIfFailed(): void {
    this.task.throwIfFailed()
  }

  async stop(): Promise<void> {
    await this.task.stop()
    this.#client.close()
  }

  async buyOrRecordFailure(): Promise<void> {
    try {
      await this.placeOneOrder()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      this.failures.push(`${new Date().toISOString()} ${error.message}`)
    }
  }

  async placeOneOrder(): Promise<void> {
    const page = await this.#send(OK, 'GET', '/packages', { accept: 'text/html' })
    for (const [, path = ''] of page.body.matchAll(ASSET)) await this.#send(OK, 'GET', path)
    const visitor = toVisitor(page)
    const item = JSON.stringify({ id: PRODUCT_ID, quantity: 1 })
    const cartResponse = await this.#send(OK, 'POST', '/shopping-cart/product/add', jsonHeaders(visitor), item)
    const buyer = withResponseCookies(visitor, cartResponse)
    const cart = await this.#send(OK, 'GET', '/cart.json', { accept: 'application/json', cookie: buyer.cookie })
    if (!cart.body.includes(`"quantity":1`)) throw new RequestError(`GET /cart.json: ${cart.body.slice(0, 200)}`)
    const marker = `upgrade-${this.run}-${++this.#attempts}`
    const headers = { ...jsonHeaders(buyer), 'idempotency-key': marker }
    const form = JSON.stringify(markedForm(marker))
    const order = await this.#send(CREATED, 'POST', '/checkout/confirm', headers, form)
    this.placed.push({ marker, id: JSON.parse(order.body).id })
  }

  async #send(
    expectedStatus: number,
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<HttpResponse> {
    this.requests++
    const response = await this.#client.send(method, path, headers, body).catch((error: Error) => {
      throw new RequestError(`${method} ${path}: ${error.message}`)
    })
    if (response.status !== expectedStatus) {
      throw new RequestError(`${method} ${path}: ${response.status} ${response.body.slice(0, 200)}`)
    }
    return response
  }
}
