/** What an action was done to. */
export type AuditSubject = {
  kind:
    | 'order'
    | 'payment'
    | 'notice'
    | 'product'
    | 'member'
    | 'staff'
    | 'setting'
    | 'plan'
    | 'month'
    | 'approval'
    | 'tax'
    | 'mail'
  id: number | string
}

export type AuditEntry = {
  /** Thing and past participle: `payment.booked`. */
  action: string
  subject: AuditSubject
  /** The changed fields as they were and as they are; no secrets. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | undefined
}
