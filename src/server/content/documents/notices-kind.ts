import { messages } from '#contract/base/messages.ts'
import type { AnnouncementBody, NoticesBody } from '#contract/content/notices.ts'
import { pagePaths } from '#contract/paths.ts'
import { findNextBoundary } from '#domain/calendar/period.ts'
import type { DocumentKindRules } from './document-kind.ts'
import { describePeriod } from './document-text.ts'

export const noticesKind: DocumentKindRules<NoticesBody> = {
  defaultBody: { notices: [] },
  title: () => 'Notices',
  path: () => pagePaths.home,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ notices }) =>
    notices
      .flatMap(({ title, text, action_label, action_path, page, repeat, ...period }) => [
        ...[title, text, ...(action_path === '' ? [] : [`${action_label} [${action_path}]`])],
        `Page: ${page}; shown again once closed: ${repeat}`,
        ...describePeriod(period),
        '',
      ])
      .join('\n'),
  pictures: () => [],
  links: ({ notices }) => notices.flatMap(({ action_path }) => action_path || []),
  nextChange: ({ notices }, now) => findNextBoundary(notices, now),
}

export const announcementKind: DocumentKindRules<AnnouncementBody> = {
  defaultBody: { text: messages.cutOffNotice, link: '', from: null, until: null },
  title: () => 'Line above the header',
  path: () => pagePaths.home,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ text, link, ...period }) => [text, ...(link ? [`[${link}]`] : []), ...describePeriod(period)].join('\n'),
  pictures: () => [],
  links: ({ link }) => (link === '' ? [] : [link]),
  nextChange: (body, now) => findNextBoundary([body], now),
}
