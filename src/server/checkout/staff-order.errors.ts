import { pageMessages } from '#contract/base/page-messages.ts'
import { serverMessages } from '#contract/base/server-messages.ts'
import { cents, formatCents } from '#domain/money/money.ts'
import { staffLicenseBlockMessages } from '#server/customers/license-block.ts'
import { fieldProblem, notFound, type ProblemError, problem, reasonRequired } from '#server/http/errors.ts'
import { discountMessage } from './limit-discount.ts'
import type { PlaceStaffOrderRefusal } from './place-staff-order.ts'
import type { PlanEditRefusal } from './plan-edit.ts'

const soldOutError = ({ productName, remaining }: { productName: string; remaining: number }): ProblemError =>
  problem('not_available', remaining > 0 ? `Only ${remaining} of ${productName} left.` : `${productName} is sold out.`)

/** Errors of placing or quoting a staff order. */
export function staffOrderProblem(refusal: PlaceStaffOrderRefusal): ProblemError {
  switch (refusal.code) {
    case 'customer_not_found':
      return fieldProblem(refusal.code, 'customer.user_id', 'Member not found.')
    case 'customer_may_not_order':
      return fieldProblem(refusal.code, 'customer.user_id', 'This account is suspended or closed and cannot order.')
    case 'license_expired':
    case 'license_not_approved':
    case 'account_needed':
      return fieldProblem(refusal.code, 'customer.user_id', staffLicenseBlockMessages[refusal.code])
    case 'referral_code_not_found':
      return fieldProblem(refusal.code, 'customer.referral_code', 'No member has this referral code.')
    case 'address_not_found':
      return fieldProblem(refusal.code, 'shipping.address_id', pageMessages.addressUnknown)
    case 'handover_needs_pickup':
      return fieldProblem(refusal.code, 'handed_over', 'Only a pickup can be handed over right away.')
    case 'quick_pay_not_offered':
      return fieldProblem(refusal.code, 'payment_type', 'Quick Pay isn’t available.')
    case 'key_reused':
      return problem(refusal.code, 'This Idempotency-Key was used for another order.')
    case 'duplicate_line':
      return fieldProblem(refusal.code, 'lines', 'A product is listed twice.')
    default:
      return priceProblem(refusal)
  }
}

export function editProblem(refusal: PlanEditRefusal): ProblemError {
  switch (refusal.code) {
    case 'not_found':
      return notFound()
    case 'not_possible':
      return problem(refusal.code, `The order is ${refusal.from}. Only orders in processing can be edited.`)
    case 'already_packed':
      return problem(refusal.code, 'Part of the order is already packed. Unpack it first, or record a return.')
    case 'is_credited':
      return problem(refusal.code, 'Part of the order was returned or credited, so it can no longer be edited.')
    case 'edit_unchanged':
      return problem(refusal.code, 'There are no changes to save.')
    case 'line_not_found':
      return fieldProblem(refusal.code, 'lines', `The order has no line ${refusal.position}.`)
    case 'duplicate_line':
      return fieldProblem(refusal.code, 'lines', 'A line is listed twice.')
    case 'no_lines_left':
      return fieldProblem(refusal.code, 'lines', 'The order would be empty. Cancel it instead.')
    case 'quantity_too_large':
      return fieldProblem('invalid', 'lines', `At most ${refusal.max} of each product.`)
    case 'too_many_lines':
      return fieldProblem(refusal.code, 'lines', `At most ${refusal.max} products.`)
    case 'line_product_deleted':
      return problem(
        refusal.code,
        `The product of line ${refusal.position} is no longer in the catalog. Remove the line first.`,
      )
    default:
      return priceProblem(refusal)
  }
}

type SharedRefusal = Exclude<
  Extract<PlaceStaffOrderRefusal, { code: PlanEditRefusal['code'] }>,
  { code: 'duplicate_line' }
>

function priceProblem(refusal: SharedRefusal): ProblemError {
  switch (refusal.code) {
    case 'total_changed': {
      const message = `The total is now ${formatCents(refusal.totalCents)}, not ${formatCents(refusal.reviewedCents)}.`
      return fieldProblem(refusal.code, 'reviewed_total', message)
    }
    case 'reason_required':
      return reasonRequired()
    case 'product_not_found':
      return fieldProblem(refusal.code, 'lines', `Product ${refusal.productId} is not for sale.`)
    case 'not_available':
      return soldOutError(refusal)
    case 'under_minimum':
      return problem(refusal.code, `The minimum order is ${formatCents(cents(refusal.minimumCents))}.`)
    case 'discount_over_sub_total':
      return fieldProblem(
        refusal.code,
        'discount',
        `The discount is more than the sub-total of ${formatCents(refusal.subTotalCents)}.`,
      )
    case 'discount_above_role':
      return fieldProblem(refusal.code, 'discount', discountMessage(refusal))
    case 'reauthentication_required':
      // The page requests the missing proof and then sends the same call again.
      return problem(refusal.code, serverMessages.reauthenticationRequired)
    case 'state_not_found':
      return fieldProblem(refusal.code, 'state', serverMessages.stateUnknown)
    case 'zip_not_served':
      return fieldProblem(refusal.code, 'zip', 'We don’t deliver to this ZIP code.')
    case 'method_not_offered':
      return fieldProblem(refusal.code, 'shipping_method', 'This shipping method is not offered for the address.')
  }
}
