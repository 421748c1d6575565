import type { AdminCallName, AdminReadName, AdminWriteName } from './admin-call-paths.ts'
import type { ArgumentOf, BodyOf, InputPart, ParamsOf, QueryOf, SuccessOf } from './base/call-types.ts'
import type * as product from './catalog/admin-calls.ts'
import type * as productBulk from './catalog/bulk-changes.ts'
import type * as category from './catalog/categories.ts'
import type * as productFamily from './catalog/families.ts'
import type * as productImport from './catalog/product-imports.ts'
import type * as productUpload from './catalog/product-uploads.ts'
import type * as certificate from './checkout/certificates.ts'
import type * as rates from './checkout/rates.ts'
import type * as staffOrder from './checkout/staff-orders.ts'
import type * as payout from './compensation/admin-payouts.ts'
import type * as correction from './compensation/corrections.ts'
import type * as income from './compensation/income.ts'
import type * as month from './compensation/months.ts'
import type * as network from './compensation/network.ts'
import type * as volume from './compensation/volume.ts'
import type * as terms from './content/admin-terms.ts'
import type * as brand from './content/brand.ts'
import type * as contentDocument from './content/documents.ts'
import type * as media from './content/media.ts'
import type * as redirect from './content/redirects.ts'
import type * as staffUpload from './content/staff-upload.ts'
import type * as member from './customers/admin-calls.ts'
import type * as signInAs from './customers/sign-in-as.ts'
import type * as auditLog from './identity/audit-log.ts'
import type * as view from './identity/saved-views.ts'
import type * as setting from './identity/settings.ts'
import type * as staff from './identity/staff.ts'
import type * as changes from './identity/staff-changes.ts'
import type * as profile from './identity/staff-profile.ts'
import type * as newsletter from './mail/admin-newsletter.ts'
import type * as mailServer from './mail/mail-server.ts'
import type * as mail from './mail/outbox.ts'
import type * as mailText from './mail/texts.ts'
import type * as message from './messages/admin-calls.ts'
import type * as sponsor from './network/sponsors.ts'
import type * as status from './operations/status.ts'
import type * as orderChanges from './orders/admin-changes.ts'
import type * as orderList from './orders/admin-list.ts'
import type * as order from './orders/admin-order.ts'
import type * as bankTransaction from './orders/bank-transactions.ts'
import type * as document from './orders/documents.ts'
import type * as unpaid from './orders/overdue.ts'
import type * as pack from './orders/pack-list.ts'
import type * as returns from './orders/returns.ts'
import type * as post from './posts/admin-calls.ts'
import type * as personalData from './privacy/admin-calls.ts'
import type * as dashboard from './reporting/dashboard.ts'
import type * as report from './reporting/reports.ts'
import type * as setup from './setup/admin-calls.ts'
import type * as stock from './stock/admin-calls.ts'

/* The calls of the back office as types, by name; `calls.ts` has those of the shop. Exports no values. */

type CallModules = typeof auditLog &
  typeof brand &
  typeof category &
  typeof certificate &
  typeof changes &
  typeof member &
  typeof contentDocument &
  typeof correction &
  typeof dashboard &
  typeof income &
  typeof mail &
  typeof message &
  typeof mailServer &
  typeof media &
  typeof mailText &
  typeof month &
  typeof network &
  typeof newsletter &
  typeof bankTransaction &
  typeof payout &
  typeof order &
  typeof orderChanges &
  typeof orderList &
  typeof pack &
  typeof document &
  typeof personalData &
  typeof post &
  typeof product &
  typeof productImport &
  typeof productUpload &
  typeof productBulk &
  typeof productFamily &
  typeof rates &
  typeof redirect &
  typeof report &
  typeof returns &
  typeof setting &
  typeof setup &
  typeof signInAs &
  typeof sponsor &
  typeof staff &
  typeof staffOrder &
  typeof staffUpload &
  typeof status &
  typeof stock &
  typeof profile &
  typeof terms &
  typeof unpaid &
  typeof view &
  typeof volume

/** Keyed by name. A name in `adminCallPaths` without a call in these files fails to compile below. */
type Calls = {
  [Key in keyof CallModules as CallModules[Key] extends { name: infer N extends AdminCallName }
    ? N
    : never]: CallModules[Key]
}

/** The parameters and query of a call's URL. */
export type AdminUrlInput<N extends AdminCallName> = InputPart<'params', ParamsOf<Calls[N]>> &
  InputPart<'query', QueryOf<Calls[N]>>
export type AdminInput<N extends AdminCallName> = AdminUrlInput<N> & InputPart<'body', BodyOf<Calls[N]>>
export type AdminBody<N extends AdminWriteName> = BodyOf<Calls[N]>
export type AdminQuery<N extends AdminReadName> = QueryOf<Calls[N]>
/** The body of a successful response. */
export type AdminResponse<N extends AdminCallName> = SuccessOf<Calls[N]>
export type AdminArgument<N extends AdminCallName> = ArgumentOf<AdminInput<N>>
export type AdminReadArgument<N extends AdminReadName> = ArgumentOf<AdminUrlInput<N>>
