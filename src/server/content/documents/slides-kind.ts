import type { SlidesBody } from '#contract/content/slides.ts'
import { pagePaths } from '#contract/paths.ts'
import { findNextBoundary } from '#domain/calendar/period.ts'
import type { DocumentKindRules } from './document-kind.ts'
import { describePeriod } from './document-text.ts'

export const slidesKind: DocumentKindRules<SlidesBody> = {
  defaultBody: { slides: [] },
  title: () => 'Slides of the home page',
  path: () => pagePaths.home,
  clean: async (body) => ({ ok: true, body }),
  toText: ({ slides }) =>
    slides
      .flatMap(({ picture, eyebrow, heading, text, action_label, action_path, ...period }) => [
        ...[heading, eyebrow, text, `${action_label} [${action_path}]`],
        `Picture ${picture.src}: ${picture.alt}`,
        `In view on computers ${picture.focus.x}/${picture.focus.y}, on phones ${picture.phone_focus.x}/${picture.phone_focus.y}`,
        ...describePeriod(period),
        '',
      ])
      .join('\n'),
  // Every picture is stored in this size.
  pictures: ({ slides }) => slides.map(({ picture }) => `${picture.src}-1280.webp`),
  links: ({ slides }) => slides.map(({ action_path }) => action_path),
  nextChange: ({ slides }, now) => findNextBoundary(slides, now),
}
