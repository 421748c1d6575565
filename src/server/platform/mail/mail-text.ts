import { fillPlaceholders, type MailText, readTemplate } from '#domain/mail/mail-template.ts'
import type { Settings } from '../settings/settings.ts'
import { type Mail, type MailFrame, type MailPart, plainFrame, writeMail } from './mail-parts.ts'

type PlaceholderBase = { meaning: string; required: boolean }
export type MailPlaceholder =
  | (PlaceholderBase & { kind: 'words' | 'part' })
  /** Its target is fixed by the shop; `label` is the default text. */
  | (PlaceholderBase & { kind: 'link'; label: string; look: 'action' | 'link' })
export type MailPlaceholders = Readonly<Record<string, MailPlaceholder>>

/** A placeholder within a sentence. */
export const words = (meaning: string) => ({ kind: 'words', required: false, meaning }) as const
/** A part of the email, such as its receipt; may be empty. */
export const part = (meaning: string) => ({ kind: 'part', required: false, meaning }) as const
/** A part without which the email makes no sense. */
export const requiredPart = (meaning: string) => ({ kind: 'part', required: true, meaning }) as const
/** A button without which the email is useless. */
export const button = (label: string, meaning: string) =>
  ({ kind: 'link', look: 'action', required: true, label, meaning }) as const
/** An underlined link that is legally required. */
export const requiredLink = (label: string, meaning: string) =>
  ({ kind: 'link', look: 'link', required: true, label, meaning }) as const
/** An optional link. */
export const optionalLink = (label: string, meaning: string) =>
  ({ kind: 'link', look: 'link', required: false, label, meaning }) as const

export type MailTextGroup = 'orders' | 'accounts' | 'members' | 'posts' | 'messages' | 'staff'

type MailTextInput = {
  name: string
  meaning: string
  subject: string
  body: readonly string[]
  placeholders: MailPlaceholders
}

/** An email of the shop: when it is sent, its default texts, and its placeholders. */
export type MailTextKind<P extends MailPlaceholders = MailPlaceholders> = MailText & {
  key: string
  group: MailTextGroup
  name: string
  meaning: string
  placeholders: P
}

type PlaceholderValue<P extends MailPlaceholder> = P['kind'] extends 'words'
  ? string
  : P['kind'] extends 'part'
    ? readonly MailPart[]
    : P['required'] extends true
      ? string
      : string | null
type PlaceholderValues<P extends MailPlaceholders> = {
  [Name in Exclude<keyof P, 'shop_name'>]: PlaceholderValue<P[Name]>
}

/** Texts of a module's emails by name; each item is a paragraph or placeholder of the body. */
export function mailTexts<const T extends Record<string, MailTextInput>>(
  group: MailTextGroup,
  texts: T,
): { [Key in keyof T]: MailTextKind<T[Key]['placeholders']> } {
  const entries = Object.entries(texts).map(([key, text]) => {
    const placeholders = { ...text.placeholders, shop_name: words('Name of the shop') }
    return [key, { ...text, key, group, body: text.body.join('\n\n'), placeholders }]
  })
  return Object.fromEntries(entries) as { [Key in keyof T]: MailTextKind<T[Key]['placeholders']> }
}

/** An email before its text is chosen: its values, including any access links. */
export type MailDraft = {
  kind: MailTextKind
  to: string
  shop: string
  values: Readonly<Record<string, string | null | readonly MailPart[]>>
  headers?: Readonly<Record<string, string>>
}

export const draftMail = <P extends MailPlaceholders>(
  kind: MailTextKind<P>,
  to: string,
  shop: string,
  values: PlaceholderValues<P>,
): MailDraft => ({ kind, to, shop, values: { ...values, shop_name: shop } })

/** Returns the look and the contact details of the shop: many emails ask customers to write or call. */
export const findMailFrame = (settings: Pick<Settings, 'get' | 'brand'>): MailFrame => ({
  contactDetails: [settings.get('shop_phone'), settings.get('shop_email')].filter((line) => line !== ''),
  brand: settings.brand(),
})

/** Renders the final email, with its default text or another one that was checked. */
export function composeMail(
  { kind, to, shop, values, headers }: MailDraft,
  text: MailText = kind,
  frame = plainFrame,
): Mail {
  const readValue = (name: string) => String(values[name] ?? '').replaceAll(/\s+/g, ' ')
  const parts = readTemplate(text.body, kind.placeholders).flatMap((piece): readonly MailPart[] => {
    if (piece.kind === 'paragraph') return paragraphs(fillPlaceholders(piece.text, readValue))
    const [placeholder, value] = [kind.placeholders[piece.name], values[piece.name]]
    if (value === undefined || value === null || placeholder === undefined) return []
    if (typeof value !== 'string') return value
    if (placeholder.kind !== 'link') return paragraphs(value)
    return [{ kind: placeholder.look, label: piece.label ?? placeholder.label, url: value }]
  })
  return {
    ...writeMail(to, shop, frame, fillPlaceholders(text.subject, readValue), parts),
    ...(headers && { headers }),
  }
}

/** Returns a paragraph for each nonempty text. */
export const paragraphs = (...texts: readonly string[]): MailPart[] =>
  texts.filter((text) => text !== '').map((text) => ({ kind: 'paragraph', text }))
