import type { ManagedOrder } from '#contract/orders/admin-order.ts'
import type { AnyRefusal, Result } from '#domain/result.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { readManagedOrder } from './read-managed-order.ts'

type OrderServices = Pick<Services, 'db' | 'settings'>

/** Returns an order with everything that staff need, or responds with 404. */
export async function requireManagedOrder(services: OrderServices, orderId: number): Promise<ManagedOrder> {
  const order = await readManagedOrder(services, orderId)
  if (!order) throw notFound()
  return order
}

/** Error of a change that is based on another version of the order, with the order as it is now. */
export const staleOrderProblem = async (services: OrderServices, orderId: number): Promise<ProblemError> =>
  problem('stale', 'Someone else changed this order.', { current: await requireManagedOrder(services, orderId) })

/** Returns the order after a change, or throws the error of its refusal. */
export async function respondWithOrder<Reason extends AnyRefusal>(
  services: OrderServices,
  orderId: number,
  result: Result<unknown, Reason>,
  toProblem: (refusal: Exclude<Reason, { code: 'stale' }>) => ProblemError,
): Promise<ManagedOrder> {
  if (result.ok) return requireManagedOrder(services, orderId)
  if (result.refusal.code === 'stale') throw await staleOrderProblem(services, orderId)
  throw toProblem(result.refusal as Exclude<Reason, { code: 'stale' }>)
}
