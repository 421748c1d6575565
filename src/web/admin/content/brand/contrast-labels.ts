import type { AccentFit, AccentProblem, Theme } from '#domain/brand/accent.ts'

const themeNames: Record<Theme, string> = { light: 'Light pages', dark: 'Dark pages' }

const reasons: Record<AccentProblem['use'], string> = {
  page: 'with the page',
  text: 'as a link in emails',
  label: 'with the text on it',
}

/** Rounds down, so that no contrast seems to be sufficient that is not. */
export const formatRatio = (ratio: number): string => `${Math.floor(ratio * 10) / 10}:1`

/** Describes in words how an accent color is used in a theme, and why it was changed. */
export function describeFit(theme: Theme, { shades, problem, labelRatio, pageRatio }: AccentFit): string {
  const result = `${formatRatio(pageRatio)} with the page and ${formatRatio(labelRatio)} with the text on it`
  if (!problem) return `${themeNames[theme]}: your color as it is. Its contrast is ${result}.`
  const { use, ratio, required } = problem
  return (
    `${themeNames[theme]}: ${shades.accent} instead. The contrast of your color is ${formatRatio(ratio)} ${reasons[use]}, ` +
    `and must be ${required}:1. The new one has ${result}.`
  )
}
