/** A mail server that an owner entered. */
export type SmtpServer = {
  host: string
  port: number
  encryption: 'tls' | 'starttls' | 'none'
  userName: string
  /** Null without a password. */
  password: string | null
}
