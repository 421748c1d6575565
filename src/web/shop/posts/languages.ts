import { POST_LANGUAGES, type PostLanguage } from '#contract/base/limits.ts'

/**
 * The specification's codes are not language tags (docs/specification §9); `tag` is for browsers and screen readers.
 */
export const languages: Record<PostLanguage, { name: string; tag: string }> = {
  en: { name: 'English', tag: 'en' },
  kr: { name: 'Korean', tag: 'ko' },
  cn: { name: 'Chinese', tag: 'zh' },
}

export const languageChoices = POST_LANGUAGES.map((code) => ({ code, ...languages[code] }))
