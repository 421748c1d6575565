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
    | 'shipping'
    | 'plan'
    | 'month'
    | 'approval'
    | 'tax'
    | 'mail'
    | 'mail_text'
    | 'newsletter'
    | 'subscriber'
    | 'post'
    | 'comment'
    | 'reply'
    | 'picture'
    /** All of it, or many things at once: a restore, an import. */
    | 'shop'
  /** Of a member, `users.id`. It stays when a person is erased, and names nobody. */
  id: number | string
}

export type AuditEntry = {
  /** Thing and past participle: `payment.booked`. */
  action: string
  subject: AuditSubject
  /** `users.id` of whom `before`, `after` or `reason` tell something; left out where the subject or the actor is the member. */
  person?: number | null | undefined
  /** The changed fields as they were and as they are; no secrets. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | undefined
}
