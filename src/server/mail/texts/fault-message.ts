import type { MailTextError } from '#domain/mail/mail-template.ts'

export function mailTextErrorMessage(fault: MailTextError): string {
  switch (fault.code) {
    case 'empty':
      return fault.field === 'subject' ? 'Enter a subject.' : 'Enter a text.'
    case 'stray_brace':
      return `The brace at “${fault.near}” doesn’t belong to a placeholder.`
    case 'unknown':
      return `This email has no placeholder {${fault.name}}.`
    case 'only_in_body':
      return `{${fault.name}} can’t be used in the subject.`
    case 'own_line':
      return `{${fault.name}} must be alone on a line.`
    case 'no_label':
      return `{${fault.name}} can’t have a label; only links can.`
    case 'missing':
      return `{${fault.name}} must be in this email.`
  }
}
