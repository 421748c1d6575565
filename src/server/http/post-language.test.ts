import { expect, it } from 'vitest'
import { choosePostLanguage } from './post-language.ts'

it.each([
  ['ko', 'kr'],
  ['ko-KR,ko;q=0.9,en;q=0.8', 'kr'],
  ['zh-CN', 'cn'],
  ['en-US,en;q=0.9,ko;q=0.8', undefined],
  ['fr,zh-TW;q=0.5', 'cn'],
  ['fr', undefined],
  ['*', undefined],
  [';;q=x', undefined],
  [undefined, undefined],
])('opens the list of posts for %s in %s', (header, language) => {
  const request = { url: '/posts', method: 'GET', headers: { 'accept-language': header } }
  expect(choosePostLanguage(request)).toBe(language)
  expect(choosePostLanguage({ ...request, url: '/posts?language=en' })).toBeUndefined()
  expect(choosePostLanguage({ ...request, method: 'POST' })).toBeUndefined()
})
