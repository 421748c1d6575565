import FileIcon from 'lucide-react/icons/file'
import { Button } from './Button.tsx'
import { fileSize } from './file-rules.ts'

type FileRowProps = {
  name: string
  size?: number
  /** URL of a stored file. */
  href?: string
  onRemove: () => void
}

/** A file in a list, with a remove button. */
export const FileRow = ({ name, size, href, onRemove }: FileRowProps) => (
  <li className="flex min-h-12 items-center gap-3 rounded-field border border-hairline bg-raised py-0.5 pr-1 pl-3.5">
    <FileIcon size={20} strokeWidth={1.6} className="shrink-0 text-muted" aria-hidden />
    <span className="min-w-0 flex-1 wrap-anywhere">
      {href ? (
        <a href={href} download={name} className="tap-target text-link">
          {name}
        </a>
      ) : (
        name
      )}
      {size !== undefined && <span className="figures text-note whitespace-nowrap text-muted"> {fileSize(size)}</span>}
    </span>
    <Button kind="quiet" className="text-note" onClick={onRemove}>
      Remove<span className="sr-only"> {name}</span>
    </Button>
  </li>
)
