import { useState } from 'react'
import { Button, buttonClass } from './Button.tsx'

/** Copies, downloads or prints recovery codes, which are shown only once. */
export function CodeTools({ codes, email }: { codes: readonly string[]; email: string }) {
  const [notice, setNotice] = useState<string>()
  const text = `Recovery codes of ${email}\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setNotice('Copied.')
    } catch {
      // Browsers offer no clipboard on pages loaded over plain HTTP.
      setNotice('Your browser doesn’t allow copying. Please select the codes and copy them.')
    }
  }

  return (
    <div className="-ml-3 grid print:hidden">
      <div className="flex flex-wrap">
        <Button kind="quiet" onClick={copy}>
          Copy
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass('quiet')}
        >
          Download
        </a>
        <Button kind="quiet" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p role="status" className="min-h-6 pl-3 text-note text-muted">
        {notice}
      </p>
    </div>
  )
}
