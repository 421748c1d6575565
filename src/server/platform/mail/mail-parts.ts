import { htmlEscape } from 'escape-goat'
import type { DisplayFont } from '#domain/brand/display-fonts.ts'
import type { TextPiece } from '#domain/mail/newsletter-text.ts'
import { type Brand, type BrandLogo, plainBrand } from '../settings/brand.ts'

/** A finished email, still without a sender. `headers` are in addition to those of every email. */
export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  headers?: Readonly<Record<string, string>>
}

/** One part of an email; written once, rendered as HTML and as text. */
export type MailPart =
  | { kind: 'paragraph'; text: string }
  | { kind: 'action'; label: string; url: string }
  /** An optional action. */
  | { kind: 'link'; label: string; url: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[]; lastIsTotal?: boolean }
  | { kind: 'lines'; title: string; lines: readonly string[] }
  /** Only in newsletters. */
  | { kind: 'heading'; text: string }
  | { kind: 'prose'; lines: readonly (readonly TextPiece[])[] }
  | { kind: 'list'; items: readonly (readonly TextPiece[])[] }

/** The sender as its emails show it. `contactDetails` are below the shop's name in the footer. */
export type MailFrame = { contactDetails: readonly string[]; brand: Brand }
export const plainFrame: MailFrame = { contactDetails: [], brand: plainBrand }

/** Renders an email in the look of the shop. */
export function writeMail(
  to: string,
  name: string,
  { contactDetails, brand }: MailFrame,
  subject: string,
  parts: readonly MailPart[],
): Mail {
  const footer = [name, ...contactDetails]
  const look = findMailLook(brand)
  return {
    to,
    subject,
    text: `${parts.map(renderPartText).join('\n\n')}\n\n${footer.join('\n')}\n`,
    html: renderPage(
      name,
      look,
      subject,
      [...parts.map((part) => renderPartHtml(part, look)), renderFooter(footer)].join('\n'),
      findPreviewText(parts),
    ),
  }
}

/** Preview text that an inbox shows next to the subject; skips the salutation. */
function findPreviewText(parts: readonly MailPart[]): string {
  const texts = parts.flatMap((part) => {
    if (part.kind === 'prose') return [part.lines.map(toPlainText).join(' ')]
    return part.kind === 'paragraph' && !part.text.endsWith(',') ? [part.text] : []
  })
  return texts[0] ?? ''
}

function renderPartText(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text
    case 'action':
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'rows':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    case 'lines':
      return `${part.title}\n${part.lines.join('\n')}`
    case 'heading':
      return part.text
    case 'prose':
      return [part.lines.map(toPlainText).join('\n'), ...part.lines.flatMap(listLinks)].join('\n')
    case 'list':
      return part.items.map((item) => [`- ${toPlainText(item)}`, ...listLinks(item)].join('\n')).join('\n')
  }
}

const toPlainText = (segments: readonly TextPiece[]): string =>
  segments.map((segment) => (segment.kind === 'text' ? segment.text : segment.label)).join('')

/** Keeps the sentence intact; the targets of its links follow below. */
const listLinks = (segments: readonly TextPiece[]): string[] =>
  segments.flatMap((segment) => (segment.kind === 'link' ? [`${segment.label}:\n${segment.url}`] : []))

const toLinkedHtml = (segments: readonly TextPiece[], { accent }: MailLook): string =>
  segments
    .map((segment) =>
      segment.kind === 'text'
        ? htmlEscape(segment.text)
        : htmlEscape`<a class="link" href="${segment.url}" style="color:${accent}">${segment.label}</a>`,
    )
    .join('')

const CELL = 'padding:8px 0;border-bottom:1px solid #e7dfd6'

function renderPartHtml(part: MailPart, look: MailLook): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 16px">${part.text
        .split('\n')
        .map((line) => htmlEscape(line))
        .join('<br>')}</p>`
    case 'action':
      return htmlEscape`<p style="margin:24px 0"><a class="button" href="${part.url}" style="display:inline-block;background:${look.accent};color:${look.onAccent};padding:12px 24px;border-radius:999px;text-decoration:none">${part.label}</a></p>`
    case 'link':
      return htmlEscape`<p style="margin:0 0 16px"><a class="link" href="${part.url}" style="color:${look.accent}">${part.label}</a></p>`
    case 'rows': {
      const rows = part.rows.map(([label, value], index) => {
        const weight = part.lastIsTotal && index === part.rows.length - 1 ? '600' : '400'
        return htmlEscape`<tr><td class="line" style="${CELL};font-weight:${weight}">${label}</td><td class="line" align="right" style="${CELL};font-weight:${weight};white-space:nowrap;padding-left:16px">${value}</td></tr>`
      })
      return `<table role="presentation" width="100%" cellspacing="0" style="border-collapse:collapse;margin:0 0 24px">${rows.join('')}</table>`
    }
    case 'lines': {
      const lines = part.lines.map((line) => htmlEscape(line)).join('<br>')
      return `${htmlEscape`<p style="margin:0 0 4px;font-weight:600">${part.title}</p>`}<p style="margin:0 0 24px">${lines}</p>`
    }
    case 'heading':
      return htmlEscape`<h2 style="font:500 20px/1.3 ${look.titleFont};margin:32px 0 12px">${part.text}</h2>`
    case 'prose':
      return `<p style="margin:0 0 16px">${part.lines.map((line) => toLinkedHtml(line, look)).join('<br>')}</p>`
    case 'list':
      return `<ul style="margin:0 0 16px;padding-left:20px">${part.items
        .map((item) => `<li style="margin:0 0 6px">${toLinkedHtml(item, look)}</li>`)
        .join('')}</ul>`
  }
}

const renderFooter = (lines: readonly string[]): string =>
  `<p class="line muted" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #e7dfd6;font-size:14px;color:#6b625c">${lines
    .map((line) => htmlEscape(line))
    .join('<br>')}</p>`

/** The shop's dark theme, for email clients that have one. */
const renderDarkStyles = ({ dark, logo, darkLogo }: MailLook): string =>
  `@media (prefers-color-scheme:dark){body{background:#191513!important;color:#f2eae1!important}.link{color:#f2eae1!important}.button{background:${dark.accent}!important${dark.onAccent === undefined ? '' : `;color:${dark.onAccent}!important`}}.muted{color:#b3a799!important}.line{border-color:#3a322c!important}${
    darkLogo
      ? '.logo{display:none!important}.dark-logo{display:block!important}'
      : logo
        ? '.logo{background:#fbf8f4;padding:8px;border-radius:10px}'
        : ''
  }}`

type MailLook = {
  accent: string
  onAccent: string
  dark: { accent: string; onAccent: string | undefined }
  titleFont: string
  logo: BrandLogo | undefined
  darkLogo: BrandLogo | undefined
}

const findMailLook = ({ body, shades, logo, darkLogo }: Brand): MailLook => ({
  accent: shades?.light.accent ?? '#8a3b2e',
  onAccent: shades?.light.onAccent ?? '#ffffff',
  dark: { accent: shades?.dark.accent ?? '#b4533f', onAccent: shades?.dark.onAccent },
  // Most email programs load no fonts: the nearest one that computers have.
  titleFont: TITLE_FONTS[body.display_font],
  logo,
  darkLogo,
})

const TITLE_FONTS: Record<DisplayFont, string> = {
  fraunces: 'Georgia,serif',
  'playfair-display': 'Georgia,serif',
  jost: "'Century Gothic','Helvetica Neue',Arial,sans-serif",
  'bricolage-grotesque': "'Helvetica Neue',Arial,sans-serif",
}

const LOGO_HEIGHT = 48
const LOGO_WIDTH = 320

function renderLogo({ url, width, height }: BrandLogo, name: string, attributes: string): string {
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDTH / width, 1)
  const size = `width="${Math.round(width * scale)}" height="${Math.round(height * scale)}"`
  const source = htmlEscape`src="${url}" alt="${name}"`
  return `<img ${source} ${size} ${attributes}>`
}

const renderSender = (name: string, { logo, darkLogo, titleFont }: MailLook): string =>
  logo
    ? `<p style="margin:0 0 24px">${renderLogo(logo, name, 'class="logo"')}${
        darkLogo ? renderLogo(darkLogo, name, 'class="dark-logo" style="display:none"') : ''
      }</p>`
    : `<p style="font:500 24px ${titleFont};margin:0 0 24px">${htmlEscape(name)}</p>`

const renderPage = (shopName: string, look: MailLook, subject: string, content: string, preview: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${renderDarkStyles(look)}</style>${htmlEscape`<title>${subject}</title>`}</head>
<body style="margin:0;background:#fbf8f4;color:#211c19;font:16px/1.55 'Hanken Grotesk','Helvetica Neue',Arial,sans-serif">
${htmlEscape`<div style="display:none;max-height:0;overflow:hidden">${preview}</div>`}
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
${renderSender(shopName, look)}
${content}
</div></body></html>`
