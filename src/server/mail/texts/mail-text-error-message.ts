import type { MailTextError } from '#domain/mail/mail-template.ts'

export function mailTextErrorMessage(error: MailTextError): string {
  switch (error.code) {
    case 'empty':
      return error.field === 'subject' ? 'Enter a subject.' : 'Enter text.'
    case 'stray_brace':
      return `The brace at “${error.near}” doesn’t belong to a placeholder.`
    case 'unknown':
      return `This email has no placeholder {${error.name}}.`
    case 'only_in_body':
      return `{${error.name}} can’t be used in the subject.`
    case 'own_line':
      return `{${error.name}} must be alone on a line.`
    case 'no_label':
      return `{${error.name}} can’t have a label; only links can.`
    case 'missing':
      return `{${error.name}} must be in this email.`
  }
}
