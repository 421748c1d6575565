import type * as certificate from './admin-certificate.ts'
import type * as content from './admin-content.ts'
import type * as correction from './admin-correction.ts'
import type * as dashboard from './admin-dashboard.ts'
import type * as income from './admin-income.ts'
import type * as mail from './admin-mail.ts'
import type * as mailText from './admin-mail-text.ts'
import type * as member from './admin-member.ts'
import type * as month from './admin-month.ts'
import type * as network from './admin-network.ts'
import type * as newsletter from './admin-newsletter.ts'
import type * as notice from './admin-notice.ts'
import type * as order from './admin-order.ts'
import type * as orderChanges from './admin-order-changes.ts'
import type * as orderList from './admin-order-list.ts'
import type * as pack from './admin-pack.ts'
import type { AdminCallName, AdminReadName, AdminWriteName } from './admin-paths.ts'
import type * as payout from './admin-payout.ts'
import type * as personalData from './admin-personal-data.ts'
import type * as post from './admin-post.ts'
import type * as product from './admin-product.ts'
import type * as rates from './admin-rates.ts'
import type * as report from './admin-report.ts'
import type * as returns from './admin-return.ts'
import type * as setting from './admin-setting.ts'
import type * as signInAs from './admin-sign-in-as.ts'
import type * as sponsor from './admin-sponsor.ts'
import type * as staffOrder from './admin-staff-order.ts'
import type * as status from './admin-status.ts'
import type * as stock from './admin-stock.ts'
import type * as terms from './admin-terms.ts'
import type * as unpaid from './admin-unpaid.ts'
import type * as view from './admin-view.ts'
import type * as volume from './admin-volume.ts'
import type * as auditLog from './audit-log.ts'
import type { ArgumentOf, BodyOf, InputPart, ParamsOf, QueryOf, SuccessOf } from './call-types.ts'
import type * as paper from './paper.ts'
import type * as staff from './staff.ts'
import type * as changes from './staff-changes.ts'
import type * as profile from './staff-profile.ts'
import type * as staffUpload from './staff-upload.ts'

/* The calls of the back office as types, by name; `calls.ts` has those of the shop. Exports no values. */

type CallModules = typeof auditLog &
  typeof certificate &
  typeof changes &
  typeof member &
  typeof content &
  typeof correction &
  typeof dashboard &
  typeof income &
  typeof mail &
  typeof mailText &
  typeof month &
  typeof network &
  typeof newsletter &
  typeof notice &
  typeof payout &
  typeof order &
  typeof orderChanges &
  typeof orderList &
  typeof pack &
  typeof paper &
  typeof personalData &
  typeof post &
  typeof product &
  typeof rates &
  typeof report &
  typeof returns &
  typeof setting &
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
export type AdminAnswer<N extends AdminCallName> = SuccessOf<Calls[N]>
export type AdminArgument<N extends AdminCallName> = ArgumentOf<AdminInput<N>>
export type AdminReadArgument<N extends AdminReadName> = ArgumentOf<AdminUrlInput<N>>
