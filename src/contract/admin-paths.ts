/** Pages of the back office by name; apart, because no page of the shop loads them. */
export const adminPaths = {
  home: '/admin',
  login: '/admin/login',
  setPassword: '/admin/set-password/:token',
  approvals: '/admin/approvals',
  orders: '/admin/orders',
  newOrder: '/admin/orders/new',
  order: '/admin/orders/:order_id',
  pack: '/admin/pack',
  money: '/admin/money',
  notices: '/admin/money/notices',
  stock: '/admin/stock',
  stockOfProduct: '/admin/stock/:product_id',
  posts: '/admin/posts',
  outbox: '/admin/outbox',
  audit: '/admin/audit',
  staff: '/admin/staff',
  profile: '/admin/profile',
} as const

/*
 * The calls of the back office by method and name, as `callPaths` has those of the shop; apart, so that no script of the
 * storefront carries them (docs/decisions/0028, docs/decisions/0036).
 */
export const adminCallPaths = {
  GET: {
    staffMember: '/admin/me.json',
    staffList: '/admin/staff.json',
    approvals: '/admin/approvals.json',
    certificates: '/admin/certificates.json',
    auditLog: '/admin/audit.json',
    auditExport: '/admin/audit/export.csv',
    changes: '/admin/changes.json',
    dashboard: '/admin/dashboard.json',
    figures: '/admin/figures.json',
    months: '/admin/months.json',

    packingSlip: '/admin/shipments/:shipment_id/packing-slip.pdf',
    packingSlips: '/admin/shipments/packing-slips.pdf',
    shippingLabel: '/admin/shipments/:shipment_id/label.pdf',
    shippingLabels: '/admin/shipments/labels.pdf',
    pickList: '/admin/orders/pick-list.pdf',
    packList: '/admin/orders/pack-list.json',
    staffCreditNote: '/admin/orders/:order_id/credit-notes/:number.pdf',
    managedOrders: '/admin/orders.json',
    managedOrder: '/admin/orders/:order_id.json',
    overpaidOrders: '/admin/payments/overpaid.json',
    orderVersions: '/admin/orders/:order_id/versions.json',
    productSearch: '/admin/products/search.json',
    memberSearch: '/admin/members/search.json',
    unclearedChecks: '/admin/payments/uncleared.json',

    notices: '/admin/notices.json',
    stock: '/admin/stock.json',
    stockDue: '/admin/stock/due.json',
    stockHistory: '/admin/stock/:product_id/history.json',
  },
  POST: {
    staffLogin: '/admin/login',
    staffLogout: '/admin/logout',
    proveStaff: '/admin/prove',
    openStaffLink: '/admin/set-password/open',
    setStaffPassword: '/admin/set-password/save',
    bookPayment: '/admin/orders/:order_id/payments/book',
    correctPayment: '/admin/payments/:payment_id/correct',
    clearCheck: '/admin/payments/:payment_id/clear',
    refundOrder: '/admin/orders/:order_id/refund',
    completeOrder: '/admin/orders/:order_id/complete',
    cancelOrder: '/admin/orders/:order_id/cancel',
    reinstateOrder: '/admin/orders/:order_id/reinstate',
    moveDueDate: '/admin/orders/:order_id/due-date',
    settleClaim: '/admin/orders/:order_id/settle-claim',
    packOrder: '/admin/orders/:order_id/pack',
    readyForPickup: '/admin/orders/:order_id/ready',
    shipOrder: '/admin/orders/:order_id/ship',
    deliverOrder: '/admin/orders/:order_id/deliver',
    pickUpOrder: '/admin/orders/:order_id/pick-up',
    voidShipment: '/admin/orders/:order_id/void-shipment',

    addStaff: '/admin/staff/add',
    changeStaff: '/admin/staff/change',
    resetStaff: '/admin/staff/reset',
    stopReset: '/admin/staff/stop-reset',
    approve: '/admin/approvals/approve',
    refuseApproval: '/admin/approvals/refuse',
    saveCertificate: '/admin/certificates/save',
    approveCertificate: '/admin/certificates/approve',
    refuseCertificate: '/admin/certificates/refuse',
    endCertificate: '/admin/certificates/end',
    staffUpload: '/admin/upload',

    previewReturn: '/admin/returns/preview',
    confirmReturn: '/admin/returns/confirm',
    importNotices: '/admin/notices/import',
    bookNotice: '/admin/notices/:notice_id/book',
    bookExactNotices: '/admin/notices/book-exact',
    setNoticeAside: '/admin/notices/:notice_id/set-aside',
    undoNotice: '/admin/notices/:notice_id/undo',
    receiveStock: '/admin/stock/:product_id/receive',
    countStock: '/admin/stock/:product_id/count',
    correctStock: '/admin/stock/:product_id/correct',
    damageStock: '/admin/stock/:product_id/damage',
    previewEdit: '/admin/orders/edit/preview',
    editOrder: '/admin/orders/edit',
    quoteStaffOrder: '/admin/orders/quote',
    placeStaffOrder: '/admin/orders/place',
  },
} as const

type AdminPaths = typeof adminCallPaths
export type AdminReadName = keyof AdminPaths['GET']
export type AdminWriteName = keyof AdminPaths['POST']
export type AdminCallName = AdminReadName | AdminWriteName
type AdminPathOf<N extends AdminCallName> = (AdminPaths['GET'] & AdminPaths['POST'])[N]

export const adminCallPath = <N extends AdminCallName>(name: N): AdminPathOf<N> =>
  ({ ...adminCallPaths.GET, ...adminCallPaths.POST })[name]
