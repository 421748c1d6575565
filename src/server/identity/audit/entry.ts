/** Object of an action. */
export type AuditSubject = {
  kind:
    | 'order'
    | 'payment'
    | 'bank_transaction'
    | 'product'
    | 'category'
    | 'family'
    | 'redirect'
    | 'content'
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
    | 'message'
    | 'picture'
    /** The whole shop, or many things at once: a restore, an import. */
    | 'shop'
  /** `users.id` for a member. It remains when a person is erased, because it does not identify them. */
  id: number | string
}

export type AuditEntry = {
  /** Object and past participle: `payment.booked`. */
  action: string
  subject: AuditSubject
  /**
   * `users.id` of the person that `before`, `after` or `reason` contain data about. Omitted if the subject or the actor
   * is that member.
   */
  person?: number | null | undefined
  /** Old and new values of the changed fields; no secrets. */
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  reason?: string | undefined
}
