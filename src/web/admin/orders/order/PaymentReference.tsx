import Copy from 'lucide-react/icons/copy'
import { say } from '../../ui/toasts.tsx'

/** Payment reference that identifies the order in bank transactions; clicking copies it. */
export function MemoCode({ code }: { code: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(code)
      say(`${code} copied.`)
    } catch {
      // Browsers allow clipboard access only on secure pages.
      say(`Copying isn’t allowed here: ${code}`, { tone: 'danger' })
    }
  }
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy memo ${code}`}
      className="reach inline-flex items-center gap-1.5 hover:text-ink"
    >
      Memo <span className="text-ink">{code}</span>
      <Copy size={14} aria-hidden />
    </button>
  )
}
