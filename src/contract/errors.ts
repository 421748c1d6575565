import { baseErrors } from './base/errors.ts'
import { cartErrors } from './cart/errors.ts'
import { catalogErrors } from './catalog/errors.ts'
import { checkoutErrors } from './checkout/errors.ts'
import { compensationErrors } from './compensation/errors.ts'
import { contentErrors } from './content/errors.ts'
import { customersErrors } from './customers/errors.ts'
import { identityErrors } from './identity/errors.ts'
import { mailErrors } from './mail/errors.ts'
import { networkErrors } from './network/errors.ts'
import { operationsErrors } from './operations/errors.ts'
import { ordersErrors } from './orders/errors.ts'
import { postsErrors } from './posts/errors.ts'
import { privacyErrors } from './privacy/errors.ts'
import { reportingErrors } from './reporting/errors.ts'
import { stockErrors } from './stock/errors.ts'

/** HTTP status of every error code. A code is stable: clients may switch on it. */
export const errorStatuses = {
  ...baseErrors,
  ...cartErrors,
  ...catalogErrors,
  ...checkoutErrors,
  ...compensationErrors,
  ...contentErrors,
  ...customersErrors,
  ...identityErrors,
  ...mailErrors,
  ...networkErrors,
  ...operationsErrors,
  ...ordersErrors,
  ...postsErrors,
  ...privacyErrors,
  ...reportingErrors,
  ...stockErrors,
} as const

export type ErrorCode = keyof typeof errorStatuses
