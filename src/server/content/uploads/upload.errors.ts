import { tooLarge } from '#server/http/bodies.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { QuotaRefusal } from './record-file.ts'
import { type PictureRefusal, pictureSentences } from './store-picture.ts'

const SENTENCES: Record<QuotaRefusal['code'], string> = {
  account_quota: 'You’ve reached the file limit for your account. Please delete some files from your posts.',
  shop_quota: 'We can’t store more files right now. Please try again another day.',
}

export const overQuota = (refusal: QuotaRefusal): ProblemError => tooLarge(SENTENCES[refusal.code])

export const pictureProblem = (refusal: PictureRefusal): ProblemError =>
  problem(refusal.code === 'not_a_picture' || refusal.code === 'heic' ? 415 : 422, pictureSentences[refusal.code], {
    file: pictureSentences[refusal.code],
  })
