import type { Theme } from '#domain/brand/accent.ts'

/** Colors of both themes that the preview needs, as in `src/web/theme.css`: a page has only those of one. */
export const themeColors: Record<Theme, Readonly<Record<string, string>>> = {
  light: {
    paper: '#fbf8f4',
    raised: '#ffffff',
    sunken: '#f3ede5',
    ink: '#211c19',
    muted: '#685d54',
    hairline: '#e5dcd2',
    edge: '#8d8074',
    accent: '#8a3b2e',
    'accent-deep': '#6f2d22',
    'on-accent': '#fffaf6',
  },
  dark: {
    paper: '#191513',
    raised: '#241f1b',
    sunken: '#211c19',
    ink: '#f2eae1',
    muted: '#b3a799',
    hairline: '#3a322c',
    edge: '#857869',
    accent: '#b4533f',
    'accent-deep': '#9c4332',
    'on-accent': '#fffaf6',
  },
}
