import Scan from 'lucide-react/icons/scan-barcode'
import { type ComponentProps, useState } from 'react'
import { TextField } from '#web/ui/fields.tsx'
import { Camera } from '../../fulfillment/Camera.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

type BarcodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { onScan: (code: string) => void }

/** A barcode that is typed, or scanned with the camera. */
export function BarcodeField({ onScan, ...field }: BarcodeFieldProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-1">
      <TextField
        {...field}
        label="Barcode"
        optional
        inputMode="numeric"
        maxLength={255}
        // A scanner types Enter after the code.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <IconButton label="Scan the barcode" onClick={() => setOpen(true)}>
        <Scan size={18} aria-hidden />
      </IconButton>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Scan the barcode">
        {isOpen && (
          <Camera
            alternative="Type the barcode instead."
            onCode={(code) => {
              onScan(code)
              setOpen(false)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}
