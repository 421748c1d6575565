import { Toast } from '@base-ui/react/toast'
import Close from 'lucide-react/icons/x'
import { Button, IconButton } from './Button.tsx'

const manager = Toast.createToastManager()
const UNDO_MS = 10_000
const DISPLAY_MS = 5_000

type ToastOptions = {
  /** Offered for ten seconds (docs/back-office §8); reports its own outcome. */
  undo?: () => void
  tone?: 'danger' | 'note'
}

/** Shows a toast, which screen readers announce. */
export function showToast(message: string, { undo, tone }: ToastOptions = {}): void {
  const id = manager.add({
    title: message,
    timeout: undo ? UNDO_MS : DISPLAY_MS,
    priority: tone === 'danger' ? 'high' : 'low',
    ...(tone && { type: tone }),
    ...(undo && {
      actionProps: {
        children: 'Undo',
        onClick: () => {
          manager.close(id)
          undo()
        },
      },
    }),
  })
}

/**
 * The library renders each toast as a dialog, but none needs a response; the surrounding live region announces them.
 */
const GROUP_ROLE = { role: 'group', 'aria-modal': undefined }

/** Renders all toasts; mounted once in the frame. */
export const Toasts = () => (
  <Toast.Provider toastManager={manager} limit={4}>
    <Toast.Portal>
      {/* The buttons of a dialog are at its foot, on the right. */}
      <Toast.Viewport className="fixed right-4 bottom-4 in-[body:has([data-modal])]:top-4 in-[body:has([data-modal])]:right-auto in-[body:has([data-modal])]:bottom-auto in-[body:has([data-modal])]:left-4 print:hidden z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
        <List />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
)

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      {...GROUP_ROLE}
      className={
        'animate-rise rounded-card px-4 py-2.5 shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden ' +
        (toast.type === 'danger' ? 'bg-danger-tint text-danger' : 'bg-ink text-paper')
      }
    >
      <Toast.Content className="flex items-center gap-3">
        <Toast.Title className="min-w-0 grow text-note font-[520]" />
        {toast.actionProps && (
          <Toast.Action
            render={<Button kind="quiet" className="underline underline-offset-4 not-disabled:hover:bg-transparent" />}
          />
        )}
        {/* The library hides toasts from screen readers until the stack is expanded; here they never overlap. */}
        <Toast.Close
          aria-hidden={false}
          render={<IconButton label="Dismiss" className="-mr-2 not-disabled:hover:bg-transparent" />}
        >
          <Close size={18} aria-hidden />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ))
}
