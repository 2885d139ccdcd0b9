import { useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { uploadRefusal } from '../../../web/form/upload-refusal.ts'
import { useUpload } from '../../../web/form/use-upload.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import {
  applyBankFile,
  type BankFileLine,
  type BankFilePlan,
  bankFileMaxBytes,
  checkBankFile,
} from '../../payments/bank-files.contract.ts'
import { AppliedFiles } from './AppliedFiles.tsx'
import styles from './Payments.module.css'

const limits = 'NACHA returns, camt.053 or pain.002, up to 20 MB'
const accept = '.ach,.txt,.xml,text/plain,text/xml,application/xml'

const effects: Readonly<Record<BankFileLine['effect'], string>> = {
  cleared: 'Cleared',
  returned: 'Returned',
  change: 'New bank details, to confirm',
  none: 'Nothing yet',
  done: 'Already applied',
  unknown: 'Not one of our payments',
  refused: 'Can’t be applied',
}

/** A bank file: first a preview of its changes, then the button that applies it. */
export function BankFile() {
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refuse, upload } = useUpload({ limits, maxBytes: bankFileMaxBytes })
  const [checked, setChecked] = useState<{ file: File; plan: BankFilePlan } | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [isApplying, setApplying] = useState(false)

  const check = async (file: File) => {
    setDone(null)
    setChecked(null)
    await upload(file, async onSent => {
      const sentFile = { query: { name: file.name.slice(0, 200) }, upload: file }
      setChecked({ file, plan: await call(checkBankFile, sentFile, { onSent }) })
    })
  }
  const apply = async ({ file, plan }: { file: File; plan: BankFilePlan }) => {
    setApplying(true)
    try {
      await call(applyBankFile, {
        query: { name: file.name.slice(0, 200), planHash: plan.planHash },
        upload: file,
      })
      setDone(doneSentence(plan))
      setChecked(null)
      void refreshAll()
    } catch (failure) {
      refuse(uploadRefusal(failure))
      if (failure instanceof Problem && failure.code === 'conflict') void check(file)
    } finally {
      setApplying(false)
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
        You can check what a file changes before you apply it. A file that was already applied changes
        nothing.
      </p>
      <FileDrop
        limits={limits}
        accept={accept}
        locale={locale}
        sent={sent}
        refusal={refusal}
        onFile={file => void check(file)}
      />
      {checked === null ? null : (
        <Plan
          name={checked.file.name}
          plan={checked.plan}
          isApplying={isApplying}
          onApply={() => void apply(checked)}
        />
      )}
      <AppliedFiles />
    </>
  )
}

function doneSentence({ cleared, returned, changes }: BankFilePlan): string {
  const parts = [
    `${cleared.payments} cleared`,
    `${returned.payments} returned`,
    ...(changes === 0 ? [] : [`${changes} with new bank details to confirm`]),
  ]
  return `The file was applied: ${parts.join(', ')}. We’ll notify the donors of returned grants.`
}

type PlanProps = { name: string; plan: BankFilePlan; isApplying: boolean; onApply: () => void }

function Plan({ name, plan, isApplying, onApply }: PlanProps) {
  const { clientSettings } = clientContext()
  const { cleared, returned, changes, currency, lines, otherLines } = plan
  const doesSomething = cleared.payments + returned.payments + changes > 0
  return (
    <section aria-label="What the file changes" className={styles.view}>
      <Alert kind={doesSomething ? 'information' : 'caution'} heading={name} takesFocus>
        {plan.appliedAt === null ? null : (
          <p>
            This file was already applied by {plan.appliedByName},{' '}
            {formatInstant(plan.appliedAt, clientSettings)}.
          </p>
        )}
        <p>
          {cleared.payments} cleared, <Money amountMinor={cleared.amountMinor} currency={currency} />.{' '}
          {returned.payments} returned, <Money amountMinor={returned.amountMinor} currency={currency} />.
          {changes === 0 ? '' : ` ${changes} with new bank details, which two people confirm after a call.`}
        </p>
      </Alert>
      {doesSomething ? (
        <p>
          <Button kind="primary" isPending={isApplying} pendingText="Processing..." onPress={onApply}>
            Apply this file
          </Button>
        </p>
      ) : null}
      <Table<BankFileLine & { key: number }>
        caption="What each line changes"
        columns={[
          {
            key: 'reference',
            heading: 'Payment',
            isRowHeading: true,
            cell: ({ reference, grantId, line }) =>
              grantId === null ? (
                (reference ?? `Line ${line}`)
              ) : (
                <Link to={paths.reviewGrant(grantId)}>{reference ?? `Line ${line}`}</Link>
              ),
          },
          {
            key: 'charity',
            heading: 'Charity',
            cell: ({ charityName: name }) => (name === null ? null : charityName(name)),
          },
          { key: 'effect', heading: 'Effect', cell: ({ effect }) => effects[effect] },
          { key: 'sentence', heading: 'What the bank says', cell: ({ sentence }) => sentence },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) =>
              amountMinor === null ? null : <Money amountMinor={amountMinor} currency={currency} />,
          },
        ]}
        rows={lines.map((line, key) => ({ ...line, key }))}
        rowKey={({ key }) => key}
        empty={{ text: 'The file has no lines.' }}
      />
      {otherLines === 0 ? null : <p>And {otherLines} more lines.</p>}
    </section>
  )
}
