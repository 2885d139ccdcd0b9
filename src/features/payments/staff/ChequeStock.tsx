import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import {
  type ChequeBox,
  type ChequeStock as ChequeStockData,
  getChequeStock,
  type VoidNumber,
} from '../cheque-stock.contract.ts'
import styles from './Payments.module.css'
import { RecordBox } from './RecordBox.tsx'
import { SpoilCheques } from './SpoilCheques.tsx'

/** The cheques that are left, the boxes that they came in, and the numbers that are void. */
export function ChequeStock({ mayPay }: { mayPay: boolean }) {
  const headingId = useId()
  const { locale } = clientContext().clientSettings
  const found = useQuery(query(getChequeStock, { query: {} }))
  const [done, setDone] = useState<Done | null>(null)
  if (found.isLoadingError) return <LoadFailure what="The stock" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the stock" />
  const { stock } = found.data
  if (stock === null) return null
  const show = (sentence: string) => {
    setDone(last => ({ sentence, number: (last?.number ?? 0) + 1 }))
    void refreshAll()
  }
  return (
    <section aria-labelledby={headingId} className={styles.payments}>
      <h2 id={headingId}>{localEnglish('Cheque stock', locale)}</h2>
      {done === null ? null : (
        <Alert key={done.number} kind="success" takesFocus>
          <p>{done.sentence}</p>
        </Alert>
      )}
      {stock.isLow ? <LowStock left={stock.left} /> : null}
      <Counts stock={stock} />
      {mayPay ? <Commands key={`commands ${done?.number ?? 0}`} stock={stock} onDone={show} /> : null}
      {stock.boxes.length === 0 ? null : (
        <div className={styles.tables}>
          <Boxes stock={stock} />
          {stock.voids.length === 0 ? null : <Voids stock={stock} />}
        </div>
      )}
    </section>
  )
}

/** What the section says after a command. The number makes the same sentence, said again, take the focus again. */
type Done = { sentence: string; number: number }

/** Says that the next box has to be recorded soon. */
export function LowStock({ left }: { left: number }) {
  const { locale } = clientContext().clientSettings
  const count = countOf(left, localEnglish('cheque', locale), locale)
  return (
    <Alert
      kind="caution"
      heading={left === 0 ? localEnglish('No cheques are left', locale) : `Only ${count} left`}
    >
      <p>
        {localEnglish(
          'Order the next box, and record it under “Outstanding cheques” when it arrives. A run that needs more than are left is refused.',
          locale,
        )}
      </p>
    </Alert>
  )
}

function Counts({ stock }: { stock: ChequeStockData }) {
  const { locale } = clientContext().clientSettings
  const { account, isKept, left, issued, voided, waiting, next } = stock
  if (!isKept)
    return (
      <p>
        {localEnglish(
          'No box has been recorded, so whoever approves a run types the number on its first cheque.',
          locale,
        )}
      </p>
    )
  const number = (value: number) => value.toLocaleString(locale)
  return (
    <DescriptionList
      items={[
        { term: 'Account', description: `Ending in ${account}` },
        { term: 'Left', description: number(left) },
        { term: 'Next number', description: next ?? 'None' },
        { term: localEnglish('Grants waiting for a cheque', locale), description: number(waiting) },
        { term: 'Issued', description: number(issued) },
        { term: 'Void', description: number(voided) },
      ]}
    />
  )
}

type CommandsProps = { stock: ChequeStockData; onDone: (sentence: string) => void }

function Commands({ stock, onDone }: CommandsProps) {
  const { locale } = clientContext().clientSettings
  const [open, setOpen] = useState<'box' | 'spoiled' | null>(null)
  const toggle = (which: 'box' | 'spoiled') => (isOpen: boolean) => setOpen(isOpen ? which : null)
  return (
    <>
      <Disclosure heading="Record a box" level={3} isOpen={open === 'box'} onToggle={toggle('box')}>
        <RecordBox stock={stock} onDone={onDone} />
      </Disclosure>
      {stock.isKept ? (
        <Disclosure
          heading={localEnglish('Record spoiled or lost cheques', locale)}
          level={3}
          isOpen={open === 'spoiled'}
          onToggle={toggle('spoiled')}
        >
          <SpoilCheques onDone={onDone} />
        </Disclosure>
      ) : null}
    </>
  )
}

function Boxes({ stock: { boxes, totalBoxes } }: { stock: ChequeStockData }) {
  const { locale } = clientContext().clientSettings
  return (
    <Table<ChequeBox>
      caption={boxes.length < totalBoxes ? `The latest of ${totalBoxes} boxes` : 'Boxes'}
      columns={[
        {
          key: 'numbers',
          heading: 'Numbers',
          isRowHeading: true,
          cell: ({ first, last, isOfAccount }) =>
            `${first} to ${last}${isOfAccount ? '' : ', of another account'}`,
        },
        {
          key: 'received',
          heading: 'Received',
          cell: ({ receivedOn, recordedByName }) =>
            `${formatDate(receivedOn, locale, 'short')}, recorded by ${recordedByName}`,
        },
        { key: 'issued', heading: 'Issued', isNumeric: true, cell: ({ issued }) => issued },
        { key: 'void', heading: 'Void', isNumeric: true, cell: ({ voided }) => voided },
        { key: 'left', heading: 'Left', isNumeric: true, cell: ({ left }) => left },
      ]}
      rows={boxes}
      rowKey={({ boxId }) => boxId}
      empty={{ text: 'No box has been recorded yet.' }}
    />
  )
}

function Voids({ stock: { voids, totalVoids } }: { stock: ChequeStockData }) {
  const { clientSettings } = clientContext()
  return (
    <Table<VoidNumber>
      caption={
        voids.length < totalVoids
          ? `The latest ${voids.length} of ${totalVoids.toLocaleString(clientSettings.locale)} void numbers`
          : 'Void numbers, latest first'
      }
      columns={[
        { key: 'number', heading: 'Number', isRowHeading: true, cell: ({ number }) => number },
        { key: 'reason', heading: 'What happened', cell: ({ reason }) => reason },
        {
          key: 'by',
          heading: 'Recorded',
          cell: ({ voidedAt, voidedByName }) =>
            `${formatInstant(voidedAt, clientSettings)} by ${voidedByName}`,
        },
      ]}
      rows={voids}
      rowKey={({ number }) => number}
      empty={{ text: 'No number is void.' }}
    />
  )
}
