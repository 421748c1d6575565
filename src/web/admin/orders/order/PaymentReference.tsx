import Copy from 'lucide-react/icons/copy'
import { showToast } from '../../ui/toasts.tsx'

/** Payment reference that identifies the order in bank transactions; clicking copies it. */
export function PaymentReference({ code }: { code: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      showToast(`${code} copied.`)
    } catch {
      // Browsers allow clipboard access only on secure pages.
      showToast(`Copying isn’t allowed here: ${code}`, { tone: 'danger' })
    }
  }
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy memo ${code}`}
      className="tap-target inline-flex items-center gap-1.5 hover:text-ink"
    >
      Memo <span className="text-ink">{code}</span>
      <Copy size={14} aria-hidden />
    </button>
  )
}
