import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { uploadRefusal } from '../../../web/form/upload-refusal.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { applyBankFile, type BankFilePlan, bankFileMaxBytes, checkBankFile } from '../bank-files.contract.ts'
import { AppliedFiles } from './AppliedFiles.tsx'
import { BankFileChanges } from './BankFileChanges.tsx'

const limits = 'NACHA returns, camt.052 to camt.054, BAI2, CSV, pain.002, ARUCS or AWACS, up to 40 MB'
const accept = '.ach,.bai,.bai2,.csv,.txt,.xml,text/plain,text/csv,text/xml,application/xml'

/** A checked file with the lines that the person confirmed. */
type Checked = { file: File; plan: BankFilePlan; confirmed: readonly number[] }

const sentFile = (file: File, confirmed: readonly number[]) => ({
  query: { name: file.name.slice(0, 200), confirmed: confirmed.join(',') },
  upload: file,
})

/** A bank file: first a preview of its changes, in which a person decides what the program does not, then the button that applies it. */
export function BankFile() {
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, refuse, upload } = useUpload({ limits, maxBytes: bankFileMaxBytes })
  const [checked, setChecked] = useState<Checked | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const check = async (file: File) => {
    setDone(null)
    setChecked(null)
    await upload(file, async onSent => {
      setChecked({ file, plan: await call(checkBankFile, sentFile(file, []), { onSent }), confirmed: [] })
    })
  }
  const confirm = async ({ file, confirmed }: Checked, line: number, isConfirmed: boolean) => {
    // A control that is disabled would lose the focus.
    if (isBusy) return
    const others = confirmed.filter(each => each !== line)
    const next = isConfirmed ? [...others, line].toSorted((one, other) => one - other) : others
    setBusy(true)
    try {
      setChecked({ file, plan: await call(checkBankFile, sentFile(file, next)), confirmed: next })
    } catch (failure) {
      refuse(uploadRefusal(failure))
    } finally {
      setBusy(false)
    }
  }
  const apply = async ({ file, plan, confirmed }: Checked) => {
    setBusy(true)
    try {
      const { query, upload: bytes } = sentFile(file, confirmed)
      const applied = await call(applyBankFile, {
        query: { ...query, planHash: plan.planHash },
        upload: bytes,
      })
      setDone(doneSentence(applied))
      setChecked(null)
      void refreshAll()
    } catch (failure) {
      refuse(uploadRefusal(failure))
      if (failure instanceof Problem && failure.code === 'conflict') void check(file)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      <p>
        You can check what a file changes before you apply it. What was in an earlier file is recognized, and
        counts once.
      </p>
      <FileDrop
        limits={limits}
        accept={accept}
        locale={locale}
        sent={sent}
        refusal={refusal}
        again={refused && (() => void check(refused))}
        onFile={file => void check(file)}
      />
      {checked === null ? null : (
        <BankFileChanges
          name={checked.file.name}
          plan={checked.plan}
          isBusy={isBusy}
          onConfirm={(line, isConfirmed) => void confirm(checked, line, isConfirmed)}
          onApply={() => void apply(checked)}
        />
      )}
      <AppliedFiles />
    </>
  )
}

function doneSentence(applied: BankFilePlan): string {
  if (applied.postingRequest !== null)
    return 'The file was not applied yet. Because of the amounts, a second person has to confirm it on the page Requests.'
  const { cleared, returned, rejected, notices, toDecide } = applied
  const parts = [
    `${cleared.payments} cleared`,
    `${returned.payments} returned`,
    ...(rejected.payments === 0 ? [] : [`${rejected.payments} refused by the bank`]),
    ...(notices === null || notices.proposed === 0
      ? []
      : [`${notices.proposed} with new bank details to confirm`]),
    ...(notices === null || notices.toReview === 0
      ? []
      : [
          `${notices.toReview === 1 ? '1 notice' : `${notices.toReview} notices`} of change that ${notices.toReview === 1 ? 'waits' : 'wait'} under “Notices of change”`,
        ]),
    ...(toDecide === 0 ? [] : [`${toDecide} left out as not confirmed`]),
  ]
  const mails = returned.payments === 0 ? '' : ' We’ll notify the donors of returned grants.'
  return `The file was applied: ${parts.join(', ')}.${mails}`
}
