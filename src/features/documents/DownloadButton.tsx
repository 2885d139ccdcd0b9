import { Button } from '../../web/ui/actions/Button.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import type { AccountDocument } from './documents.contract.ts'
import type { useSaveDocument } from './use-save-document.ts'

type DownloadButtonProps = { row: AccountDocument } & ReturnType<typeof useSaveDocument>

/** The download link of a document (§2.8). */
export const DownloadButton = ({ row, saving, save }: DownloadButtonProps) => (
  <Button
    kind="text"
    isPending={saving === row.documentId}
    pendingText="Processing..."
    onPress={() => save(row)}
  >
    Download<VisuallyHidden> {row.fileName}</VisuallyHidden>
  </Button>
)
