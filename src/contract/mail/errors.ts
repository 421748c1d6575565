/** Error codes of this subject, with their HTTP status. */
export const mailErrors = {
  no_subscribers: 422,
  newsletter_started: 409,
  newsletter_not_sending: 409,
  newsletter_not_stopped: 409,
  mail_not_sent: 409,
  /** The subject of the email no longer exists. */
  nothing_to_resend: 409,
  /** The mail server did not accept a test email; the message has its reply. */
  test_mail_refused: 422,
} as const
