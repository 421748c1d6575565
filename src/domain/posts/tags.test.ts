import { expect, it } from 'vitest'
import { readTags } from './tags.ts'

it.each([
  ['', []],
  ['Balayage', ['balayage']],
  [' #Foils,  color   theory ,foils,, ', ['foils', 'color theory']],
  ['봄 컬러、염색，#살롱', ['봄 컬러', '염색', '살롱']],
])('reads %j as tags', (text, tags) => expect(readTags(text)).toEqual(tags))
