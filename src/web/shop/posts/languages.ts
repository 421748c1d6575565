import { POST_LANGUAGES, type PostLanguage } from '#contract/base/limits.ts'

/**
 * The specification's codes are not language tags (docs/specification §9); `tag` is for browsers and screen readers, and
 * `ownName` for readers of the language.
 */
export const languages: Record<PostLanguage, { name: string; ownName: string; tag: string }> = {
  en: { name: 'English', ownName: 'English', tag: 'en' },
  kr: { name: 'Korean', ownName: '한국어', tag: 'ko' },
  cn: { name: 'Chinese', ownName: '中文', tag: 'zh' },
}

/** The language in which the list opens in this browser; the server reads the same preferences from the request. */
export function preferredLanguage(preferences: readonly string[]): PostLanguage {
  const choices = preferences.map((preference) =>
    languageChoices.find(({ tag }) => preference.toLowerCase().split('-', 1)[0] === tag),
  )
  return choices.find((choice) => choice !== undefined)?.code ?? 'en'
}

export const languageChoices = POST_LANGUAGES.map((code) => ({ code, ...languages[code] }))
