import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ExportButtons } from '../../../web/list/ExportButtons.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useCurrentAccount } from '../../../web/session/current-account.ts'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { getProfile } from '../../people/profile/profile.contract.ts'
import { downloadTemplate, uploadGrants } from './drafts.contract.ts'
import { type UploadChoices, type UploadQuestion, UploadQuestions } from './UploadQuestions.tsx'

const maxBytes = 5_000_000
const limits =
  'Excel workbook (.xlsx), OpenDocument spreadsheet (.ods), CSV, Unicode Text (.txt); up to 5,000 grants and 5 MB'
const accept = [
  '.xlsx',
  '.ods',
  '.csv',
  '.txt',
  '.tsv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
].join(',')

/** /grants/upload: many grants from a spreadsheet, which are checked before anything is recommended (§13). */
export function UploadGrantsPage() {
  const { fundId } = useCurrentAccount()
  const { locale } = clientContext().clientSettings
  const isUs = clientContext().currentDbHeader === 'USD'
  const { history } = useRouter()
  const profile = useQuery({ ...query(getProfile, {}), throwOnError: false })
  const { sent, refusal, refused, upload } = useUpload({ limits, maxBytes })
  const [question, setQuestion] = useState<UploadQuestion | null>(null)

  const add = async (file: File, choices: UploadChoices = {}) => {
    setQuestion(null)
    await upload(file, async onSent => {
      const naming = profile.data?.grantNaming
      const about = { name: file.name.slice(0, 200), ...choices, ...(naming ? { naming } : {}) }
      try {
        const sentFile = { params: { fundId }, query: about, upload: file }
        const { basketId } = await call(uploadGrants, sentFile, { onSent })
        await refreshAll()
        history.push(paths.grantBasket(basketId))
      } catch (failure) {
        const asked = (['hiddenRows', 'again'] as const).flatMap(about => {
          const text = failure instanceof Problem ? failure.errors?.[about]?.[0] : undefined
          return text === undefined ? [] : [{ about, text, file, choices }]
        })
        if (asked[0] === undefined) throw failure
        setQuestion(asked[0])
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
        again={refused && (() => void add(refused))}
        onFile={file => void add(file)}
      />
      <h2>What the file needs</h2>
      <ul>
        <li>
          A header row with these columns: {isUs ? 'Tax ID' : 'Charity number'}, Charity name, Amount,
          Purpose, What the charity sees. The first column and the amount are required. The files of your
          grants that you download here have them too.
        </li>
        <li>Only the first sheet of a workbook is read. We ask before rows that it hides become grants.</li>
        <li>
          Purpose: for example “In memory of Ruth Whitcombe”, up to 500 characters. Without one, the charity
          can use the grant where it is needed most.
        </li>
        <li>
          {inClientEnglish(
            'What the charity sees: “Anonymous”, “Fund name only”{,} or “Fund and donor names”.',
          )}{' '}
          Without one, we use the setting in your profile.
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
      <UploadQuestions
        question={question}
        onCancel={() => setQuestion(null)}
        onAnswer={(file, choices) => void add(file, choices)}
      />
    </>
  )
}
