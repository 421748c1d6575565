import { Dialog } from '../../ui/Dialog.tsx'

/** Shown once: whoever closes this without keeping them makes new ones. */
export const RecoveryCodes = ({ codes, onClose }: { codes: readonly string[] | undefined; onClose: () => void }) => (
  <Dialog open={codes !== undefined} onClose={onClose} title="Your recovery codes">
    <p className="pb-4">
      Keep them somewhere safe. Each can be used once instead of a code from the app. They are shown only now; those of
      before work no more.
    </p>
    <ul aria-label="Recovery codes" className="figures grid grid-cols-2 gap-2">
      {codes?.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </Dialog>
)
