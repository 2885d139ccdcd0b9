import { useState } from 'react'
import { datePattern } from '../../../domain/read-date.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ExportButtons } from '../../../web/list/ExportButtons.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import {
  batchFileMaxBytes,
  batchKindNames,
  batchKinds,
  maxBatchLines,
  maxLinesOfAccount,
  maxWorkbookLines,
} from '../domain/posting-batch.ts'
import {
  type BatchPlan,
  checkPostingBatch,
  downloadBatchTemplate,
  enterPostingBatch,
} from '../posting-batches.contract.ts'
import { BatchPlanView } from './BatchPlanView.tsx'
import { EnterBatch } from './EnterBatch.tsx'
import styles from './PostingBatches.module.css'

const limits = 'A workbook (.xlsx or .ods) or a CSV file, up to 64 MB'
const accept = '.xlsx,.ods,.csv,.txt,text/csv'

type Checked = { file: File; plan: BatchPlan }

/** A new batch: its file, what it would do, and its name, with which it waits for a second person. */
export function NewBatch() {
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, upload } = useUpload({ limits, maxBytes: batchFileMaxBytes })
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = async (file: File) => {
    setChecked(null)
    await upload(file, async onSent => {
      const plan = await call(checkPostingBatch, { query: { name: nameOf(file) }, upload: file }, { onSent })
      setChecked({ file, plan })
    })
  }
  return (
    <>
      <Breadcrumb pages={[{ title: 'Postings', to: staffPaths.postings() }]} />
      <PageHeading
        title="New Batch"
        lead="Choose a file to see what it would do. Nothing is posted until a second person confirms it."
      >
        New batch
      </PageHeading>
      <FileDrop
        limits={limits}
        accept={accept}
        locale={locale}
        sent={sent}
        refusal={refusal}
        again={refused && (() => void check(refused))}
        onFile={file => void check(file)}
      />
      {checked === null ? (
        <FileHelp />
      ) : (
        <>
          <BatchPlanView name={checked.file.name} plan={checked.plan} />
          {checked.plan.refusal === null ? (
            <EnterBatch
              key={checked.plan.planHash}
              save={reference =>
                call(enterPostingBatch, {
                  query: { name: nameOf(checked.file), reference, planHash: checked.plan.planHash },
                  upload: checked.file,
                })
              }
              onChanged={() => void check(checked.file)}
            />
          ) : null}
        </>
      )}
    </>
  )
}

const nameOf = (file: File) => file.name.slice(0, 255)

function FileHelp() {
  const { locale } = clientContext().clientSettings
  return (
    <section className={styles.help} aria-label="What the file needs">
      <h2>What the file needs</h2>
      <ul>
        <li>
          {inClientEnglish('A header row with the columns Account ID, Kind, Date, Amount{,} and Comment')},
          and up to {maxBatchLines.toLocaleString(locale)} lines, in a workbook{' '}
          {maxWorkbookLines.toLocaleString(locale)}; of one account at most{' '}
          {maxLinesOfAccount.toLocaleString(locale)}. Only other activity needs a comment; donors read it.
        </li>
        <li>Dates of the workbook, or in figures as {datePattern(locale)} or YYYY-MM-DD.</li>
        <li>The kinds: {batchKindNames.map(kind => batchKinds[kind].label).join('; ')}.</li>
        <li>
          The kind says whether an amount is added or taken away, so amounts are positive. Other activity that
          leaves the fund has a minus.
        </li>
        <li>
          A loss may take a fund below zero. A fee never does: what a fund cannot pay is owed, and taken with
          its next fee. Please do not enter it again.
        </li>
      </ul>
      <ExportButtons
        what="the template"
        label="Download the template"
        locale={locale}
        onExport={(format, about) => downloadFile(downloadBatchTemplate, { query: { format } }, about)}
      />
    </section>
  )
}
