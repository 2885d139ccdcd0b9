import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { type Cheque, listOutstandingCheques } from '../cheques.contract.ts'
import { chequeDays } from '../domain/payment-run.ts'
import { methodTitle } from '../domain/run-labels.ts'
import { RecordContact } from './RecordContact.tsx'

type OutstandingChequesProps = { currency: Currency; mayPay: boolean }

/** Outstanding cheques: after 90 days staff contact the charity, after 180 days they are stale. */
export function OutstandingCheques({ currency, mayPay }: OutstandingChequesProps) {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const word = localEnglish('cheque', locale)
  const found = useQuery(query(listOutstandingCheques, { query: { first: 500 } }))
  const [noting, setNoting] = useState<Cheque | null>(null)
  const [done, setDone] = useState<string | null>(null)
  if (found.isLoadingError) return <LoadFailure what="The list" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={5} label="Loading the list" />
  const { toContact, stale } = found.data.meta
  return (
    <>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      {stale > 0 ? (
        <Alert kind="caution" heading={stale === 1 ? `One ${word} is stale` : `${stale} ${word}s are stale`}>
          <p>
            A {word} is stale after {chequeDays.stale} days. Stop it at the bank, then record that on its
            grant. The amount returns to the fund, and we notify the donor.
          </p>
        </Alert>
      ) : null}
      {toContact > 0 ? (
        <Alert kind="information">
          <p>
            {toContact === 1 ? 'One charity has' : `${toContact} charities have`} not cashed a {word} for more
            than {chequeDays.contact} days and {toContact === 1 ? 'has' : 'have'} not been contacted about it.
          </p>
        </Alert>
      ) : null}
      {noting === null ? null : (
        <RecordContact
          key={noting.paymentId}
          cheque={noting}
          onDone={() => {
            setNoting(null)
            setDone(`Noted for ${word} ${noting.number}.`)
          }}
          onCancel={() => setNoting(null)}
        />
      )}
      <Table<Cheque>
        caption={`Outstanding ${methodTitle('cheque', locale).toLowerCase()}, oldest first`}
        columns={[
          {
            key: 'number',
            heading: 'Number',
            isRowHeading: true,
            cell: ({ number, grantId }) => <Link to={staffPaths.reviewGrant(grantId)}>{number}</Link>,
          },
          { key: 'payee', heading: 'Payee', cell: ({ payeeName }) => payeeName },
          { key: 'on', heading: 'Dated', cell: ({ paymentOn }) => formatDate(paymentOn, locale, 'short') },
          {
            key: 'days',
            heading: 'Days',
            isNumeric: true,
            cell: ({ days, age }) => (age === 'stale' ? `${days}, stale` : days),
          },
          {
            key: 'amount',
            heading: 'Amount',
            isNumeric: true,
            cell: ({ amountMinor }) => <Money amountMinor={amountMinor} currency={currency} />,
          },
          {
            key: 'contact',
            heading: 'Contacted',
            cell: ({ contactedAt, contactedByName, contactNote }) =>
              contactedAt === null
                ? null
                : `${formatInstant(contactedAt, clientSettings)} by ${contactedByName}: ${contactNote}`,
          },
          ...(mayPay
            ? [
                {
                  key: 'note',
                  heading: 'Note',
                  isHeadingHidden: true,
                  cell: (cheque: Cheque) =>
                    cheque.age === 'recent' ? null : (
                      <Button kind="text" onPress={() => setNoting(cheque)}>
                        Add a note<VisuallyHidden> about {cheque.number}</VisuallyHidden>
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
        rows={found.data.data}
        rowKey={({ paymentId }) => paymentId}
        empty={{ text: `Every ${word} has been cashed.` }}
      />
    </>
  )
}
