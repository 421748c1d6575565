import { useMutation } from '@tanstack/react-query'
import { showToast } from '../ui/toasts.tsx'
import { download } from './download.ts'
import { errorMessage } from './error-messages.ts'

/** Downloads a file that requires recent re-authentication. */
export const useDownload = () =>
  useMutation({
    mutationFn: download,
    onError(error) {
      const message = errorMessage(error)
      if (message !== undefined) showToast(message, { tone: 'danger' })
    },
  })
