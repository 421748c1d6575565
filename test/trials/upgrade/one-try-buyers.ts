import { randomBytes } from 'node:crypto'
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

const BETWEEN_ORDERS_MS = 50
const ASSET = /(?:src|href)="(\/assets\/[^"#]+)/g
const OK = 200
const CREATED = 201

class Failed extends Error {}

/** Guests who open a page with its assets, fill a cart, view it and order, without retrying anything. */
export class OneTryBuyers {
  readonly run = randomBytes(4).toString('hex')
  readonly placed: { marker: string; id: number }[] = []
  readonly failures: string[] = []
  requests = 0
  #attempts = 0
  readonly #client: Client
  readonly #buying: Repeated

  constructor(port: number, count: number) {
    this.#client = new Client(port, 2 * count)
    this.#buying = new Repeated(count, BETWEEN_ORDERS_MS, () => this.#tryToBuy())
  }

  /** Throws the error that ended a buyer's loop; request failures do not. */
  complain(): void {
    this.#buying.complain()
  }

  async stop(): Promise<void> {
    await this.#buying.stop()
    this.#client.close()
  }

  async #tryToBuy(): Promise<void> {
    try {
      await this.#buyOnce()
    } catch (fault) {
      if (!(fault instanceof Failed)) throw fault
      this.failures.push(`${new Date().toISOString()} ${fault.message}`)
    }
  }

  async #buyOnce(): Promise<void> {
    const page = await this.#send(OK, 'GET', '/packages', { accept: 'text/html' })
    for (const [, path = ''] of page.body.matchAll(ASSET)) await this.#send(OK, 'GET', path)
    const visitor = toVisitor(page)
    const item = JSON.stringify({ id: PRODUCT_ID, quantity: 1 })
    const added = await this.#send(OK, 'POST', '/shopping-cart/product/add', jsonHeaders(visitor), item)
    const buyer = withResponseCookies(visitor, added)
    const cart = await this.#send(OK, 'GET', '/cart.json', { accept: 'application/json', cookie: buyer.cookie })
    if (!cart.body.includes(`"quantity":1`)) throw new Failed(`GET /cart.json: ${cart.body.slice(0, 200)}`)
    const marker = `upgrade-${this.run}-${++this.#attempts}`
    const headers = { ...jsonHeaders(buyer), 'idempotency-key': marker }
    const form = JSON.stringify(markedForm(marker))
    const order = await this.#send(CREATED, 'POST', '/checkout/confirm', headers, form)
    this.placed.push({ marker, id: JSON.parse(order.body).id })
  }

  async #send(
    wanted: number,
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<HttpResponse> {
    this.requests++
    const answer = await this.#client.send(method, path, headers, body).catch((fault: Error) => {
      throw new Failed(`${method} ${path}: ${fault.message}`)
    })
    if (answer.status !== wanted) {
      throw new Failed(`${method} ${path}: ${answer.status} ${answer.body.slice(0, 200)}`)
    }
    return answer
  }
}
