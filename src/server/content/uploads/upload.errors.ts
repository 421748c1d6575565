import { tooLarge } from '#server/http/bodies.ts'
import { type ProblemError, problem } from '#server/http/errors.ts'
import type { QuotaRefusal } from './record-file.ts'
import { type PictureRefusal, pictureMessages } from './store-picture.ts'

const QUOTA_MESSAGES: Record<QuotaRefusal['code'], string> = {
  account_quota: 'You’ve reached the file limit for your account. Please delete some files from your posts.',
  shop_quota: 'We can’t store more files right now. Please try again another day.',
}

export const quotaProblem = (refusal: QuotaRefusal): ProblemError => tooLarge(QUOTA_MESSAGES[refusal.code])

export const pictureProblem = (refusal: PictureRefusal): ProblemError =>
  problem(refusal.code === 'not_a_picture' || refusal.code === 'heic' ? 415 : 422, pictureMessages[refusal.code], {
    file: pictureMessages[refusal.code],
  })
