import { expect, it } from 'vitest'
import { countPlaces, findDeleteObstacle, pictureName, pictureSize, placeLabel, placePath } from './picture-labels.ts'

it('calls a picture by its alt text, else by its file name', () => {
  expect(pictureName({ id: 7, name: 'IMG_1', alt: 'Jar on stone' })).toBe('Jar on stone')
  expect(pictureName({ id: 7, name: 'IMG_1', alt: '' })).toBe('IMG_1')
  expect(pictureName({ id: 7, name: '', alt: '' })).toBe('Picture 7')
})

it('tells pixels and bytes, or that the file is missing', () => {
  expect(pictureSize({ size: { width: 1280, height: 1600, bytes: 86_016 } })).toBe('1,280 × 1,600 pixels, 84 kB')
  expect(pictureSize({ size: null })).toBe('File missing')
})

it('counts places', () => {
  expect([0, 1, 1200].map(countPlaces)).toEqual(['Unused', '1 place', '1,200 places'])
})

it('names every use and where it is edited', () => {
  const labels = (['product', 'description', 'category', 'post', 'content'] as const).map((kind) => {
    const use = { kind, id: 3, name: 'Hair' }
    return [placeLabel(use), placePath(use)]
  })
  expect(labels).toEqual([
    ['Hair', '/admin/products/3'],
    ['Description of Hair', '/admin/products/3'],
    ['Category Hair', '/admin/categories'],
    ['Post “Hair”', '/admin/posts?post=3'],
    ['Page “Hair”', '/admin/content/pages/3'],
  ])
  const slides = { kind: 'content', id: 4, name: 'slides' } as const
  expect([placeLabel(slides), placePath(slides)]).toEqual(['Slides of the home page', '/admin/content/slides'])
})

it('says why a picture cannot be deleted', () => {
  const unused = { of_member: false, use_count: 0, former_versions: 0 }
  expect(findDeleteObstacle(unused)).toBeUndefined()
  expect(findDeleteObstacle({ ...unused, of_member: true })).toContain('member')
  expect(findDeleteObstacle({ ...unused, use_count: 1 })).toContain('in use')
  expect(findDeleteObstacle({ ...unused, former_versions: 1 })).toContain('a former version shows it')
  expect(findDeleteObstacle({ ...unused, former_versions: 2 })).toContain('2 former versions show it')
})
