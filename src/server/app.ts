import { createServer, type RequestListener, type Server } from 'node:http'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { DEFAULT_BODY_BYTES } from '#contract/base/call.ts'
import { fileFolders } from '#contract/paths.ts'
import { approvableActions } from './approvable-actions.ts'
import { cartRoutes } from './cart/cart.routes.ts'
import { mergeGuestCart } from './cart/merge-guest-cart.ts'
import { catalogRoutes } from './catalog/catalog.routes.ts'
import { categoryRoutes } from './catalog/categories/category.routes.ts'
import { contentPageRoutes } from './catalog/content-page.routes.ts'
import { productBulkRoutes } from './catalog/editing/bulk.routes.ts'
import { productEditingRoutes } from './catalog/editing/editing.routes.ts'
import { familyRoutes } from './catalog/editing/family.routes.ts'
import { listCards } from './catalog/list-cards.ts'
import { mediaRoutes } from './catalog/media/media.routes.ts'
import { oldAddressRoutes } from './catalog/old-addresses.routes.ts'
import { productImportRoutes } from './catalog/product-file/product-import.routes.ts'
import { productSearchRoutes } from './catalog/product-search.routes.ts'
import { sitemapRoutes } from './catalog/sitemap.routes.ts'
import { certificateRoutes } from './checkout/certificates/certificate.routes.ts'
import { checkoutRoutes } from './checkout/checkout.routes.ts'
import { ratesRoutes } from './checkout/rates.routes.ts'
import { staffOrderRoutes } from './checkout/staff-order.routes.ts'
import { correctionRoutes } from './compensation/correction/correction.routes.ts'
import { networkRoutes } from './compensation/explore/network.routes.ts'
import { incomeRoutes } from './compensation/income/income.routes.ts'
import { monthRoutes } from './compensation/months/month.routes.ts'
import { memberPayoutRoutes } from './compensation/payouts/member-payouts.routes.ts'
import { payoutRoutes } from './compensation/payouts/payout.routes.ts'
import { pointsRoutes } from './compensation/points/points.routes.ts'
import { salesRoutes } from './compensation/sales/sales.routes.ts'
import { volumeRoutes } from './compensation/volume/volume.routes.ts'
import { brandRoutes } from './content/brand/brand.routes.ts'
import { contentRoutes } from './content/content.routes.ts'
import { contentDocumentRoutes } from './content/documents/document.routes.ts'
import { redirectRoutes } from './content/redirects/redirect.routes.ts'
import { redirectFormerUrls } from './content/redirects/redirect-former-urls.ts'
import { termsRoutes } from './content/terms.routes.ts'
import { makeReceive } from './content/uploads/receive-upload.ts'
import { staffUploadRoutes } from './content/uploads/staff-upload.routes.ts'
import { accountRoutes } from './customers/account.routes.ts'
import { managedMemberRoutes } from './customers/admin/managed-members.routes.ts'
import { sponsorRoutes } from './customers/admin/sponsor.routes.ts'
import { emailRoutes } from './customers/email.routes.ts'
import { invitationRoutes } from './customers/invitation.routes.ts'
import { licenseRoutes } from './customers/license.routes.ts'
import { memberSearchRoutes } from './customers/member-search.routes.ts'
import { passwordRoutes } from './customers/password.routes.ts'
import { enforceReadOnlySessions } from './customers/read-only-sessions.ts'
import { secondFactorRoutes } from './customers/second-factor.routes.ts'
import { signInRoutes } from './customers/sign-in.routes.ts'
import { signInAsRoutes } from './customers/sign-in-as.routes.ts'
import { makeAntiForgery, rejectForgery } from './http/anti-forgery.ts'
import { describeApi } from './http/api-description.ts'
import { readBodies } from './http/bodies.ts'
import { respondToClientError } from './http/client-errors.ts'
import { closeWhileDraining, type Draining } from './http/draining.ts'
import { handleErrors, toProblem } from './http/errors.ts'
import { serveHealth } from './http/health.ts'
import { isInProcess } from './http/in-process-transport.ts'
import { addLoginReturnPage, needsRedirect } from './http/login-return-page.ts'
import { serveMetrics } from './http/metrics.ts'
import { noSchemas } from './http/no-schemas.ts'
import { makeCachedPages } from './http/pages/cached-pages.ts'
import { makeFill } from './http/pages/fill.ts'
import { pageRoutes } from './http/pages/page.routes.ts'
import { registerPageMetrics } from './http/pages/page-metrics.ts'
import type { Renderer } from './http/pages/renderer.ts'
import { makeSendErrorPage } from './http/pages/send-error-page.ts'
import { refusePipelining } from './http/pipelining.ts'
import { redirectToLanguage } from './http/post-language.ts'
import { ignoreMalformedRanges } from './http/range.ts'
import { loggerOptions, logRequests } from './http/request-log.ts'
import { refuseLongTargets, rewriteTarget } from './http/request-target.ts'
import { hasTokenInUrl, securityHeaders } from './http/security-headers.ts'
import { makeSharedCounts } from './http/shared-counts.ts'
import { traceRequests } from './http/trace-requests.ts'
import { rejectExpectation, rejectInvalidHost } from './http/unroutable.ts'
import { makeVisitors } from './http/visitors.ts'
import { auditLogRoutes } from './identity/audit/audit-log.routes.ts'
import { viewRoutes } from './identity/saved-views/view.routes.ts'
import { settingRoutes } from './identity/settings/setting.routes.ts'
import { adminAccessRoutes } from './identity/staff/admin-access.routes.ts'
import { approvalRoutes } from './identity/staff/approval.routes.ts'
import { ownProfileRoutes } from './identity/staff/own-profile.routes.ts'
import { staffRoutes } from './identity/staff/staff.routes.ts'
import { staffChangesRoutes } from './identity/staff/staff-changes.routes.ts'
import { newsletterRoutes } from './mail/newsletters/newsletter.routes.ts'
import { newsletterPreviewRoutes } from './mail/newsletters/newsletter-preview.routes.ts'
import { subscriptionRoutes } from './mail/newsletters/subscription.routes.ts'
import { registerMailMetrics } from './mail/outbox/mail-metrics.ts'
import { outboxRoutes } from './mail/outbox/outbox.routes.ts'
import { mailServerRoutes } from './mail/server/mail-server.routes.ts'
import { brandPreviewRoutes } from './mail/texts/brand-preview.routes.ts'
import { mailTextRoutes } from './mail/texts/mail-text.routes.ts'
import { messageRoutes } from './messages/message.routes.ts'
import type { ShopServices } from './open-shop.ts'
import { statusRoutes } from './operations/status/status.routes.ts'
import { registerShopMetrics } from './operations/status/status-metrics.ts'
import { managedOrderRoutes } from './orders/admin/managed-orders.routes.ts'
import { orderContactRoutes } from './orders/admin/order-contact.routes.ts'
import { orderEditRoutes } from './orders/admin/order-edit.routes.ts'
import { orderMoneyRoutes } from './orders/admin/order-money.routes.ts'
import { orderShipmentRoutes } from './orders/admin/order-shipments.routes.ts'
import { bankTransactionRoutes } from './orders/bank-transactions/bank-transaction.routes.ts'
import { creditNoteRoutes } from './orders/documents/credit-note.routes.ts'
import { documentRoutes } from './orders/documents/document.routes.ts'
import { orderRoutes } from './orders/order.routes.ts'
import { unpaidRoutes } from './orders/overdue/unpaid.routes.ts'
import { unpaidOrdersRoutes } from './orders/overdue/unpaid-orders.routes.ts'
import { returnRoutes } from './orders/returns/return.routes.ts'
import { userOrderRoutes } from './orders/user-orders.routes.ts'
import { makePersonalParts } from './personal.ts'
import type { Config } from './platform/config.ts'
import { moderationRoutes } from './posts/moderation.routes.ts'
import { postRoutes } from './posts/post.routes.ts'
import { isAttachmentUrl, uploadRoutes } from './posts/upload.routes.ts'
import { guestDataRoutes } from './privacy/guest-data.routes.ts'
import { memberDataRoutes } from './privacy/member-data.routes.ts'
import { myDataRoutes } from './privacy/my-data.routes.ts'
import { dashboardRoutes } from './reporting/dashboard/dashboard.routes.ts'
import { reportRoutes } from './reporting/reports/report.routes.ts'
import { refuseBeforeOpening } from './setup/opening.routes.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { stockRoutes } from './stock/stock.routes.ts'

/** Calls per minute from one IP address, unless a call has its own limit (docs/product §11). */
const CALLS_PER_MINUTE = 600

const allHeaders = Object.entries(securityHeaders)

/** Destination of the log; standard output by default. */
export type LogStream = { write(line: string): void }

/** Builds the whole shop as a Fastify application that is not listening yet. */
export async function buildApp(services: ShopServices, renderer: Renderer, log?: LogStream): Promise<FastifyInstance> {
  const { config, settings, signer } = services
  const visitors = makeVisitors(config, signer)
  const pages = {
    ...services,
    renderer,
    personalParts: makePersonalParts(services, visitors),
    fill: makeFill(renderer),
  }
  const cachedPages = makeCachedPages(pages)
  const draining: Draining = { hasBegun: false, servers: [] }
  const app = Fastify({
    serverFactory: (handle) => {
      const server = createHttpServer((request, response) => {
        if (refusePipelining(request, response) || rejectInvalidHost(request, response)) return
        closeWhileDraining(draining, response)
        if (settings.get('open_to_visitors') && !needsRedirect(request) && cachedPages.serve(request, response)) return
        handle(request, response)
      })
      draining.servers.push(server)
      return server
    },
    logger: { ...loggerOptions(config.logLevel), ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: noSchemas,
    bodyLimit: DEFAULT_BODY_BYTES,
    trustProxy: trustedProxies(config),
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 300 },
    forceCloseConnections: 'idle' as const,
    // Requests sent before the client could know about the shutdown are still served normally.
    return503OnClosing: false,
    rewriteUrl: rewriteTarget,
    clientErrorHandler: respondToClientError,
    // Handles URLs that cannot be decoded and parameters longer than maxParamLength; no hook sees these.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders as Record<string, string>)
      return respond(request, reply, toProblem(error.statusCode ?? 400))
    },
  })

  app.decorate('draining', draining)
  if (services.tracing) traceRequests(app, services.tracing)
  // Must come before any route or plugin: Fastify binds the error handler that is set when a route is added.
  const respond = handleErrors(app, redirectFormerUrls(services, makeSendErrorPage(app, pages)))

  // Pages are written straight to the socket with their own headers.
  app.addHook('onSend', (request, reply, _payload, done) => {
    // Error pages set their own policy.
    for (const [name, value] of allHeaders) if (!reply.hasHeader(name)) reply.header(name, value)
    if (hasTokenInUrl(request)) reply.header('referrer-policy', 'no-referrer')
    // The target of a redirect depends on the user.
    if (reply.hasHeader('location') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'private, no-store')
    }
    done()
  })
  logRequests(app)
  ignoreMalformedRanges(app)
  refuseLongTargets(app)
  serveMetrics(app, config, [
    (registry) => registerPageMetrics(registry, services.pageCache, cachedPages),
    (registry) => registerMailMetrics(registry, services.db),
    (registry) => registerShopMetrics(registry, services),
  ])
  if (config.rateLimits) {
    await app.register(rateLimit, {
      max: CALLS_PER_MINUTE,
      timeWindow: '1 minute',
      allowList: isUncounted,
      ...(services.connection.engine === 'postgres' && { store: await createSharedCounts(app, services) }),
    })
  }
  refuseBeforeOpening(app, services)
  addLoginReturnPage(app, config)
  redirectToLanguage(app)
  // Registered in a separate scope before the hooks for bodies and forms, which pages do not need.
  await app.register(async (scope) => pageRoutes(scope, pages))
  await readBodies(app)
  const antiForgery = makeAntiForgery(config, visitors)
  rejectForgery(app, antiForgery)
  enforceReadOnlySessions(app, services, visitors)
  describeApi(app, config.publicUrl)
  serveHealth(app, services, draining)

  const receive = makeReceive(config.dataDir, antiForgery)
  uploadRoutes(app, services, visitors, receive)
  catalogRoutes(app, services)
  contentPageRoutes(app, services)
  sitemapRoutes(app, services)
  oldAddressRoutes(app, services)
  brandRoutes(app, services)
  contentRoutes(app, services)
  cartRoutes(app, services, visitors)
  checkoutRoutes(app, services, visitors)
  orderRoutes(app, services, visitors)
  userOrderRoutes(app, services, visitors)
  unpaidRoutes(app, services, visitors)
  unpaidOrdersRoutes(app, services)
  postRoutes(app, services, visitors, receive, (ids) => listCards(services.db, ids))
  signInRoutes(app, services, visitors, mergeGuestCart)
  // Accepting an invitation must not fail if this does; a month that is still being loaded will include the new member.
  passwordRoutes(app, services, visitors, () => services.network.catchUp().catch(() => {}))
  invitationRoutes(app, services)
  licenseRoutes(app, services, visitors, receive)
  myDataRoutes(app, services, visitors)
  memberPayoutRoutes(app, services, visitors)
  secondFactorRoutes(app, services, visitors)
  accountRoutes(app, services, visitors)
  emailRoutes(app, services, visitors)
  subscriptionRoutes(app, services)
  salesRoutes(app, services, visitors)
  pointsRoutes(app, services, visitors)
  adminAccessRoutes(app, services, visitors)
  returnRoutes(app, services)
  bankTransactionRoutes(app, services)
  stockRoutes(app, services)
  staffRoutes(app, services)
  ownProfileRoutes(app, services)
  approvalRoutes(app, services, approvableActions(services))
  auditLogRoutes(app, services)
  staffChangesRoutes(app, services)
  viewRoutes(app, services)
  settingRoutes(app, services)
  termsRoutes(app, services)
  ratesRoutes(app, services)
  managedMemberRoutes(app, services)
  sponsorRoutes(app, services)
  signInAsRoutes(app, services, visitors)
  memberDataRoutes(app, services)
  guestDataRoutes(app, services)
  certificateRoutes(app, services)
  staffUploadRoutes(app, services, receive)
  mediaRoutes(app, services, receive)
  documentRoutes(app, services)
  managedOrderRoutes(app, services)
  dashboardRoutes(app, services)
  setupRoutes(app, services)
  statusRoutes(app, services)
  reportRoutes(app, services)
  monthRoutes(app, services)
  networkRoutes(app, services)
  volumeRoutes(app, services)
  incomeRoutes(app, services)
  correctionRoutes(app, services)
  payoutRoutes(app, services)
  outboxRoutes(app, services)
  mailTextRoutes(app, services)
  brandPreviewRoutes(app, services)
  mailServerRoutes(app, services)
  newsletterRoutes(app, services)
  newsletterPreviewRoutes(app, services)
  moderationRoutes(app, services)
  messageRoutes(app, services, visitors)
  orderEditRoutes(app, services)
  staffOrderRoutes(app, services)
  memberSearchRoutes(app, services)
  productSearchRoutes(app, services)
  productEditingRoutes(app, services, receive)
  familyRoutes(app, services)
  productBulkRoutes(app, services)
  productImportRoutes(app, services, receive)
  categoryRoutes(app, services)
  contentDocumentRoutes(app, services)
  redirectRoutes(app, services)
  creditNoteRoutes(app, services, visitors)
  orderMoneyRoutes(app, services)
  orderShipmentRoutes(app, services)
  orderContactRoutes(app, services)
  await app.ready()
  return app
}

/**
 * A client that sends a byte from time to time must not hold a connection open forever. The timeouts are checked every five
 * seconds, so such a connection is closed within half a minute.
 */
const TIMEOUTS = {
  headersTimeout: 20_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 5_000,
}

function createHttpServer(listener: RequestListener): Server {
  // `rejectInvalidHost` refuses requests without a host, with our headers.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, listener).setTimeout(60_000)
  return server.on('checkExpectation', rejectExpectation)
}

/**
 * Every page loads dozens of images and scripts. They are static files, and counting them would lock people out. The
 * calls that pages make themselves all come from our own IP address.
 */
const isUncounted = (request: FastifyRequest): boolean =>
  (Object.values(fileFolders).some((folder) => request.url.startsWith(folder)) && !isAttachmentUrl(request.url)) ||
  isInProcess(request)

/** Counts requests together with the other processes and servers that use the same database. */
const createSharedCounts = (app: FastifyInstance, { connection }: ShopServices) =>
  makeSharedCounts(connection.pool, (error) => {
    if (error === undefined) app.log.warn('rate limits are shared again')
    else app.log.error({ err: error }, 'rate limits are counted per process')
  })

/**
 * `1` trusts the nearest proxy and a list trusts those IP addresses. Without a value, forwarding headers are ignored.
 */
function trustedProxies({ trustProxy }: Config): boolean | string | ((ip: string, hop: number) => boolean) {
  if (trustProxy === undefined || trustProxy === '0') return false
  if (!/^\d+$/.test(trustProxy)) return trustProxy
  const hops = Number(trustProxy)
  return (_ip, hop) => hop < hops
}
