import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { query } from '../../../web/api/query.ts'
import { refreshEverywhere } from '../../../web/api/refresh-everywhere.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ExportButtons } from '../../../web/list/ExportButtons.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useCurrentAccount } from '../../../web/session/current-account.ts'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { getProfile } from '../../people/profile/profile.contract.ts'
import { downloadTemplate, uploadGrants } from './drafts.contract.ts'

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
  const { sent, refusal, upload } = useUpload({ limits, maxBytes })
  /** The file that was uploaded before, and the question about it. */
  const [earlier, setEarlier] = useState<{ file: File; question: string } | null>(null)

  const add = async (file: File, again: boolean) => {
    setEarlier(null)
    await upload(file, async onSent => {
      const naming = profile.data?.grantNaming
      const about = { name: file.name.slice(0, 200), again, ...(naming ? { naming } : {}) }
      try {
        const sentFile = { params: { fundId }, query: about, upload: file }
        const { basketId } = await call(uploadGrants, sentFile, { onSent })
        await refreshEverywhere()
        history.push(paths.grantBasket(basketId))
      } catch (failure) {
        const question = failure instanceof Problem ? failure.errors?.again?.[0] : undefined
        if (question === undefined) throw failure
        setEarlier({ file, question })
      }
    })
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
        onFile={file => void add(file, false)}
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
        onConfirm={() => void (earlier && add(earlier.file, true))}
        confirmText="Yes, upload it again"
        cancelText="No, go back"
      >
        <p>{earlier?.question}</p>
      </ConfirmDialog>
    </>
  )
}
