import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { query } from '../../../web/api/query.ts'
import { refreshEverywhere } from '../../../web/api/refresh-everywhere.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { uploadRefusal } from '../../../web/form/upload-refusal.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ExportButtons } from '../../../web/list/ExportButtons.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useCurrentAccount } from '../../../web/session/current-account.ts'
import { FileDrop, type SentBytes } from '../../../web/ui/fields/FileDrop.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { getProfile } from '../../identity/profile.contract.ts'
import { downloadTemplate, uploadGrants } from '../drafts.contract.ts'

const maxBytes = 5_000_000
const limits = 'Excel workbook (.xlsx) or CSV, up to 5,000 grants and 5 MB'
const accept = '.xlsx,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv'

/** /grants/upload: many grants from a spreadsheet, which are checked before anything is recommended (§13). */
export function UploadGrantsPage() {
  const { fundId } = useCurrentAccount()
  const { locale } = clientContext().clientSettings
  const isUs = clientContext().currentDbHeader === 'USD'
  const { history } = useRouter()
  const profile = useQuery({ ...query(getProfile, {}), throwOnError: false })
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  /** The file that was uploaded before, and the question about it. */
  const [earlier, setEarlier] = useState<{ file: File; question: string } | null>(null)

  const upload = async (file: File, again: boolean) => {
    setEarlier(null)
    setRefusal(file.size > maxBytes ? `The file is too large. ${limits}.` : null)
    if (file.size > maxBytes) return
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const naming = profile.data?.grantNaming
      const basket = await call(
        uploadGrants,
        {
          params: { fundId },
          query: { name: file.name.slice(0, 200), again, ...(naming ? { naming } : {}) },
          upload: file,
        },
        { onSent: (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }) },
      )
      await refreshEverywhere()
      history.push(paths.grantBasket(basket.basketId))
    } catch (failure) {
      const question = failure instanceof Problem ? failure.errors?.again?.[0] : undefined
      if (question === undefined) setRefusal(uploadRefusal(failure))
      else setEarlier({ file, question })
    } finally {
      setSent(null)
    }
  }
  return (
    <>
      <Breadcrumb pages={[{ title: 'Grants', to: paths.grants() }]} />
      <PageHeading
        title="Upload Grants"
        lead="Recommend many grants from a spreadsheet. We check each row first, and nothing is recommended until you submit."
      >
        Upload Grants
      </PageHeading>
      <FileDrop
        limits={limits}
        accept={accept}
        locale={locale}
        sent={sent}
        refusal={refusal}
        onFile={file => void upload(file, false)}
      />
      <h2>What the file needs</h2>
      <ul>
        <li>
          A first row that names the columns: {isUs ? 'Tax ID' : 'Charity number'}, Charity name, Amount,
          Purpose, Shown to the charity. The first column and the amount are required.
        </li>
        <li>
          Purpose: for example “In memory of Ruth Whitcombe”. Without one, the charity can use the grant where
          it is needed most.
        </li>
        <li>
          Shown to the charity: “Anonymous”, “Fund name only” or “Fund and donor”. Without one, we use the
          setting in your profile.
        </li>
      </ul>
      <ExportButtons
        what="the template"
        label="Download the template"
        locale={locale}
        onExport={(format, about) =>
          downloadFile(downloadTemplate, { params: { fundId }, query: { format } }, about)
        }
      />
      <ConfirmDialog
        title="Upload this file again?"
        isOpen={earlier !== null}
        onCancel={() => setEarlier(null)}
        onConfirm={() => void (earlier && upload(earlier.file, true))}
        confirmText="Yes, upload it again"
        cancelText="No, go back"
      >
        <p>{earlier?.question}</p>
      </ConfirmDialog>
    </>
  )
}
