import { useMutation } from '@tanstack/react-query'
import { say } from '../ui/toasts.tsx'
import { download } from './download.ts'
import { errorMessage } from './error-messages.ts'

/** Downloads a file that requires recent re-authentication. */
export const useDownload = () =>
  useMutation({
    mutationFn: download,
    onError(error) {
      const sentence = errorMessage(error)
      if (sentence !== undefined) say(sentence, { tone: 'danger' })
    },
  })
