import { fieldProblem, type ProblemError, problem } from '#server/http/errors.ts'
import type { QuotaRefusal } from './record-file.ts'
import { type PictureRefusal, pictureMessages } from './store-picture.ts'

const QUOTA_MESSAGES: Record<QuotaRefusal['code'], string> = {
  account_quota: 'You’ve reached the file limit for your account. Please delete some files from your posts.',
  shop_quota: 'We can’t store more files right now. Please try again another day.',
}

export const quotaProblem = (refusal: QuotaRefusal): ProblemError => problem(refusal.code, QUOTA_MESSAGES[refusal.code])

export const pictureProblem = (refusal: PictureRefusal): ProblemError =>
  fieldProblem(refusal.code, 'file', pictureMessages[refusal.code])
