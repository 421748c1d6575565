import { expect, it } from 'vitest'
import { cutOut, wholePicture } from './crop.ts'

const landscape = { width: 1200, height: 800 }

it('keeps the whole picture, turned or not', () => {
  expect(cutOut(landscape, wholePicture)).toEqual({ width: 1200, height: 800, left: 0, top: 0 })
  expect(cutOut(landscape, { ...wholePicture, turns: 1 })).toEqual({ width: 800, height: 1200, left: 0, top: 0 })
})

it('cuts the largest part of a ratio where it is placed', () => {
  expect(cutOut(landscape, { ...wholePicture, ratio: 1 })).toEqual({ width: 800, height: 800, left: 200, top: 0 })
  expect(cutOut(landscape, { ...wholePicture, ratio: 4 / 5, x: 1 })).toEqual({
    width: 640,
    height: 800,
    left: 560,
    top: 0,
  })
  expect(cutOut(landscape, { ...wholePicture, turns: 3, ratio: 4 / 5, y: 0 })).toEqual({
    ...{ width: 800, height: 1000, left: 0, top: 0 },
  })
})

it('zooms in without leaving the picture', () => {
  expect(cutOut(landscape, { ...wholePicture, zoom: 2, x: 1, y: 1 })).toEqual({
    ...{ width: 600, height: 400, left: 600, top: 400 },
  })
})
