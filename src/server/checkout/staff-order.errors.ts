import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { staffLicenseBlockMessages } from '#server/customers/license-block.ts'
import { notFound, type ProblemError, problem } from '#server/http/errors.ts'
import { discountMessage } from './limit-discount.ts'
import type { PlaceStaffOrderRefusal } from './place-staff-order.ts'
import type { EditOrderRefusal } from './plan-edit.ts'

const fieldError = (status: number, field: string, message: string): ProblemError =>
  problem(status, message, { [field]: message })

const soldOutError = ({ productName, remaining }: { productName: string; remaining: number }): ProblemError =>
  problem(409, remaining > 0 ? `Only ${remaining} of ${productName} left.` : `${productName} is sold out.`)

/** Errors of placing or quoting a staff order. */
export function staffOrderProblem(refusal: PlaceStaffOrderRefusal): ProblemError {
  switch (refusal.code) {
    case 'customer_not_found':
      return fieldError(422, 'customer.user_id', 'Member not found.')
    case 'customer_may_not_order':
      return fieldError(422, 'customer.user_id', 'This account is suspended or closed and cannot order.')
    case 'license_expired':
    case 'license_not_approved':
    case 'account_needed':
      return fieldError(409, 'customer.user_id', staffLicenseBlockMessages[refusal.code])
    case 'referral_code_not_found':
      return fieldError(422, 'customer.referral_code', 'No member has this referral code.')
    case 'address_not_found':
      return fieldError(422, 'shipping.address_id', pageMessages.addressUnknown)
    case 'not_a_pickup':
      return fieldError(422, 'handed_over', 'Only a pickup can be handed over right away.')
    case 'quick_pay_not_offered':
      return fieldError(422, 'payment_type', 'Quick Pay isn’t available.')
    case 'key_reused':
      return problem(422, 'This Idempotency-Key was used for another order.')
    case 'duplicate_line':
      return fieldError(422, 'lines', 'A product is listed twice.')
    default:
      return priceProblem(refusal)
  }
}

export function editProblem(refusal: EditOrderRefusal): ProblemError {
  switch (refusal.code) {
    case 'order_not_found':
      return notFound()
    case 'stale': {
      const message = `Someone else changed the order. It’s now version ${refusal.version}.`
      return fieldError(409, 'version', message)
    }
    case 'not_possible':
      return problem(409, `The order is ${refusal.from}. Only orders in processing can be edited.`)
    case 'not_unfulfilled':
      return problem(409, 'Part of the order is already packed. Unpack it first, or record a return.')
    case 'is_credited':
      return problem(409, 'Part of the order was returned or credited, so it can no longer be edited.')
    case 'unchanged':
      return problem(422, 'There are no changes to save.')
    case 'line_not_found':
      return fieldError(422, 'lines', `The order has no line ${refusal.position}.`)
    case 'duplicate_line':
      return fieldError(422, 'lines', 'A line is listed twice.')
    case 'no_lines_left':
      return fieldError(422, 'lines', 'The order would be empty. Cancel it instead.')
    case 'quantity_too_large':
      return fieldError(422, 'lines', `At most ${refusal.max} of each product.`)
    case 'too_many_lines':
      return fieldError(422, 'lines', `At most ${refusal.max} products.`)
    case 'product_unavailable':
      return problem(409, `The product of line ${refusal.position} is no longer in the catalog. Remove the line first.`)
    default:
      return priceProblem(refusal)
  }
}

/** The page requests the missing proof and then sends the same call again. */
const proofRequiredError = (): ProblemError => fieldError(403, 'proof', serverMessages.reauthenticationRequired)

type SharedRefusal = Exclude<
  Extract<PlaceStaffOrderRefusal, { code: EditOrderRefusal['code'] }>,
  { code: 'duplicate_line' }
>

function priceProblem(refusal: SharedRefusal): ProblemError {
  switch (refusal.code) {
    case 'total_changed': {
      const message = `The total is now ${formatCents(refusal.totalCents)}, not ${formatCents(refusal.reviewedCents)}.`
      return fieldError(409, 'reviewed_total', message)
    }
    case 'reason_required':
      return fieldError(422, 'reason', serverMessages.reasonRequired)
    case 'product_not_found':
      return fieldError(422, 'lines', `Product ${refusal.productId} is not for sale.`)
    case 'not_available':
      return soldOutError(refusal)
    case 'under_minimum':
      return problem(422, `The minimum order is ${formatCents(cents(refusal.minimumCents))}.`)
    case 'discount_over_sub_total':
      return fieldError(
        422,
        'discount',
        `The discount is more than the sub-total of ${formatCents(refusal.subTotalCents)}.`,
      )
    case 'discount_above_role':
      return fieldError(403, 'discount', discountMessage(refusal))
    case 'discount_needs_reauthentication':
      return proofRequiredError()
    case 'state_not_found':
      return fieldError(422, 'state', serverMessages.stateUnknown)
    case 'zip_not_served':
      return fieldError(422, 'zip', 'We don’t deliver to this ZIP code.')
    case 'method_not_offered':
      return fieldError(422, 'shipping_method', 'This shipping method is not offered for the address.')
  }
}
