import type { MailTextFault } from '#domain/mail/mail-template.ts'

export function faultSentence(fault: MailTextFault): string {
  switch (fault.code) {
    case 'empty':
      return fault.field === 'subject' ? 'Please write a subject.' : 'Please write a text.'
    case 'stray_brace':
      return `A brace at “${fault.near}” belongs to no placeholder.`
    case 'unknown':
      return `This email has no placeholder {${fault.name}}.`
    case 'only_in_body':
      return `{${fault.name}} cannot stand in the subject.`
    case 'own_line':
      return `{${fault.name}} must stand alone on a line.`
    case 'no_label':
      return `{${fault.name}} cannot have a label; only links can.`
    case 'missing':
      return `{${fault.name}} must be in this email.`
  }
}
