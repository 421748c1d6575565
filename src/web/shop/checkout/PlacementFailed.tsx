import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import type { Problem } from '#contract/base/problem.ts'
import { lastOrderQuery } from '#web/account/orders/queries.ts'
import { paths } from '#web/api/paths.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { PageLink } from '#web/ui/PageLink.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { findStep, stepNames } from './steps.ts'
import { isCartEmpty, isRefusal } from './use-place-order.ts'
import type { RefusedFields } from './use-step-form.ts'

const CONNECTION_LOST =
  'We lost the connection, so your order may have gone through. Press Place Order again: it won’t be placed twice.'

/** Explains why the order was not placed and links to what must change. */
export function PlacementFailed({ error, ref }: { error: Error; ref: Ref<HTMLDivElement> }) {
  const problem = isRefusal(error) ? error.problem : undefined
  return (
    <Alert tone="danger" ref={ref} className="mb-8">
      <p>{problem?.detail ?? CONNECTION_LOST}</p>
      {problem && (isCartEmpty(error) ? <LastOrder /> : <CorrectionLink problem={problem} />)}
    </Alert>
  )
}

/** The cart may have been ordered in another tab; that order is then this browser's latest one. */
function LastOrder() {
  const { data: order, isPending } = useQuery(lastOrderQuery())
  if (isPending) return null
  if (!order) return <CartLink />
  return (
    <PageLink to={paths.success} className="text-link justify-self-start">
      View your last order, {order.id}
    </PageLink>
  )
}

const CartLink = () => (
  <PageLink to={paths.cart} className="text-link justify-self-start">
    Go to your cart
  </PageLink>
)

function CorrectionLink({ problem: { code, status, errors = {} } }: { problem: Problem }) {
  if (code === 'not_signed_in') return <SignInAgain />
  const [field] = Object.keys(errors)
  if (field !== undefined) {
    const step = findStep(field)
    return (
      <PageLink
        to={paths[step]}
        state={{ refused: errors } satisfies RefusedFields}
        className="text-link justify-self-start"
      >
        Edit {stepNames[step]}
      </PageLink>
    )
  }
  // A changed total is shown on this page; other statuses do not concern the order.
  const isAboutCart = (status === 409 || status === 422) && code !== 'total_changed'
  return isAboutCart ? <CartLink /> : null
}
