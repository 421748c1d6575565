import { describe, expect, it } from 'vitest'
import { readFormerPath, readRedirectTarget } from './redirect-url.ts'

describe('the path of a former URL', () => {
  it.each([
    ['/pages/Our-Story', '/pages/our-story'],
    [' https://old.example/blogs/news/?page=2#top ', '/blogs/news'],
    ['/cr%C3%A8me', '/crème'],
    ['/cre\u0300me', '/crème'],
    ['/a//b', '/a//b'],
    ['/a/../b', '/b'],
  ])('reads %s as %s', (text, path) => {
    expect(readFormerPath(text)).toBe(path)
  })

  it.each([
    '',
    '/',
    'https://old.example/',
    'pages/story',
    'ftp://old.example/a',
    '/a\tb',
    '/%ff',
    '/%00',
    `/${'a'.repeat(1_000)}`,
  ])('refuses %j', (text) => {
    expect(readFormerPath(text)).toBeUndefined()
  })
})

describe('the target of a redirect', () => {
  it.each([
    ['/packages?category=hair#top', '/packages?category=hair#top'],
    ['https://shop.example/about', '/about'],
    ['/', '/'],
    ['/crème', '/cr%C3%A8me'],
  ])('reads %s as %s', (text, target) => {
    expect(readRedirectTarget(text, 'https://shop.example')).toBe(target)
  })

  it.each([
    'https://other.example/about',
    '//other.example',
    '/\\other.example',
    '/.//other.example',
    'https://shop.example//other.example',
    'javascript:alert(1)',
    'http://shop.example.other.example/',
    '/a\nb',
    'about',
    '',
  ])('refuses %j', (text) => {
    expect(readRedirectTarget(text, 'https://shop.example')).toBeUndefined()
  })
})
