import { expect, it } from 'vitest'
import { consistsOfKnownWords } from './known-words-password.ts'

const known = {
  person: ['Ana', 'Réyes', 'ana.reyes77@mail.example'],
  shopName: 'Copper & Comb',
  domain: 'copperandcomb.example',
}

it.each([
  'CopperAndComb',
  'copper comb 2026',
  'CopperComb!',
  'c0pp3rc0mb',
  'copperandcomb.example',
  'anareyes1990',
  'Ana-Reyes-123456',
  'ana.reyes77',
  'ReyesAna!!',
  'reyes12345678'.slice(0, 10),
  'salon2026!',
  'HairStylist1',
  'b3autysh0p',
  'Beauty$alon',
  'myhairsalon',
  'welcome salon',
  'nails4love',
  'password-ana',
  'réyes2001',
  'CoppercombReyes',
  'sa1on2024',
])('%s consists of known words', (password) => {
  expect(consistsOfKnownWords(password, known)).toBe(true)
})

it.each([
  'orchid lamp 48',
  'a-new-password',
  'correct horse battery staple',
  'copper kettle on fire',
  'my hair is a thunderstorm',
  'ana walks to the harbor',
  'q7#Lm2vX9pw4',
  'salon 8361547290',
  'tulip-anchor-19',
  '미용실에서 만나요 친구',
  'x'.repeat(64),
])('%s does not consist of known words', (password) => {
  expect(consistsOfKnownWords(password, known)).toBe(false)
})

it('ignores names that are too short to be distinguished from parts of words', () => {
  const short = { person: ['Li', 'Xu', 'l@x.example'], shopName: 'A', domain: 'localhost' }
  expect(consistsOfKnownWords('orchid lilac 48', short)).toBe(false)
})
