import { useStaff } from '#web/admin/api/session.tsx'
import { CodeTools } from '#web/ui/CodeTools.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type RecoveryCodesProps = { codes: readonly string[] | undefined; onClose: () => void }

/** Shown once; staff who close this without saving the codes have to generate new ones. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { email } = useStaff()
  return (
    <Dialog open={codes !== undefined} onClose={onClose} title="Your recovery codes">
      <div data-print-alone className="grid gap-4">
        <p className="print:hidden">
          Save them somewhere safe. Use each one once instead of a code from the app. They won’t be shown again, and
          earlier codes no longer work.
        </p>
        <p className="hidden print:block">Recovery codes of {email}. Use each one once.</p>
        <ul
          aria-label="Recovery codes"
          className="figures grid grid-cols-2 gap-x-8 gap-y-2 rounded-card border border-hairline bg-raised px-5 py-4 font-[560] tracking-wider"
        >
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CodeTools codes={codes ?? []} email={email} />
      </div>
    </Dialog>
  )
}
