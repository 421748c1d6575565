import { expect, test } from 'vitest'
import { addFollowedCode, parseFollowedCodes, REFERRAL_SECONDS, serializeFollowedCodes } from './followed-codes.ts'

const NOW = 1_800_000_000
const codes = (text: string, now = NOW) => parseFollowedCodes(text, now).map(({ code }) => code)

test('remembers the codes of followed links, latest first', () => {
  const followed = addFollowedCode(addFollowedCode([], 'ANA2345678', NOW - 60), 'BEA2345678', NOW)
  expect(parseFollowedCodes(serializeFollowedCodes(followed), NOW)).toEqual(followed)
  expect(codes(serializeFollowedCodes(followed))).toEqual(['BEA2345678', 'ANA2345678'])
})

test('forgets each code thirty days after its own link, regardless of later links', () => {
  const text = serializeFollowedCodes(addFollowedCode(addFollowedCode([], 'ANA2345678', NOW), 'NOPE', NOW + 86_400))
  expect(codes(text, NOW + REFERRAL_SECONDS - 1)).toEqual(['NOPE', 'ANA2345678'])
  expect(codes(text, NOW + REFERRAL_SECONDS)).toEqual(['NOPE'])
})

test('restarts the thirty days when a link is followed again', () => {
  const followed = addFollowedCode(addFollowedCode(addFollowedCode([], 'ANA', NOW), 'BEA', NOW + 1), 'ana', NOW + 2)
  expect(followed).toEqual([
    { code: 'ana', followedAt: NOW + 2 },
    { code: 'BEA', followedAt: NOW + 1 },
  ])
})

test('remembers at most five codes', () => {
  let text = ''
  for (let n = 1; n < 9; n++)
    text = serializeFollowedCodes(addFollowedCode(parseFollowedCodes(text, NOW), `CODE${n}`, NOW))
  expect(codes(text)).toEqual(['CODE8', 'CODE7', 'CODE6', 'CODE5', 'CODE4'])
})

test.each(['', '.', '-', 'ANA', 'ANA-', 'ANA-!', '<script>-abc', `${'A'.repeat(21)}-zzzzzz`])(
  'parses nothing from %j',
  (text) => {
    expect(parseFollowedCodes(text, NOW)).toEqual([])
  },
)
