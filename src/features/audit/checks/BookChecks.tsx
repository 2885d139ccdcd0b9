import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useCan, useCurrency } from '../../../web/session/session.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { answerBookCheck, type BookCheck, listBookChecks } from './book-checks.contract.ts'
import { checkPartLabels } from './domain/check-parts.ts'

/** The nightly checks of the book that found a difference and that nobody has answered. */
export function ChecksToAnswer() {
  const [isAnswered, setAnswered] = useState(false)
  const listed = useQuery(query(listBookChecks, {}))
  const waiting = (listed.data?.data ?? []).filter(isWaiting)
  return (
    <>
      {isAnswered ? (
        <Alert kind="success" takesFocus>
          <p>
            {waiting.length === 0 ? 'Your answer was saved. Payment runs go on.' : 'Your answer was saved.'}
          </p>
        </Alert>
      ) : null}
      {waiting.map(check => (
        <CheckToAnswer key={check.checkId} check={check} onAnswered={() => setAnswered(true)} />
      ))}
    </>
  )
}

/** The nightly checks of the last two weeks, behind a heading. */
export function LastChecks() {
  const currency = useCurrency()
  const [isOpen, setOpen] = useState(false)
  const listed = useQuery(query(listBookChecks, {}))
  if (listed.isLoadingError) return <LoadFailure what="The nightly checks" requests={[listed]} />
  const checks = listed.data?.data ?? []
  const [latest] = checks
  return (
    <Disclosure heading={`Nightly checks of the ${currency} book`} isOpen={isOpen} onToggle={setOpen}>
      {latest ? (
        <Compared check={latest} />
      ) : (
        <p>The first check comes within minutes, and one each night after that.</p>
      )}
      <ul aria-label="Nightly checks" hidden={checks.length === 0}>
        {checks.map(check => (
          <li key={check.checkId}>{sentenceOf(check)}</li>
        ))}
      </ul>
    </Disclosure>
  )
}

const isWaiting = ({ differenceCount, answer }: BookCheck) => differenceCount > 0 && answer === null

function CheckToAnswer({ check, onAnswered }: { check: BookCheck; onAnswered: () => void }) {
  const mayAnswer = useCan('PERIOD_CLOSE')
  const { locale } = clientContext().clientSettings
  const { checkId, day, differenceCount, differences } = check
  const heading = `The nightly check of ${formatDate(day, locale)} found ${countOf(differenceCount, 'difference', locale)}`
  const more = differenceCount - differences.length
  return (
    <section aria-label={heading}>
      <Alert kind="danger" heading={heading}>
        <p>
          No payment run of this book is approved or released until someone has answered. Tell your system
          administrator, and keep a copy of the database.
        </p>
        <ul>
          {differences.map(({ part, place, finding }) => (
            <li key={`${part} ${place} ${finding}`}>
              {checkPartLabels[part]}. {place}: {finding}
            </li>
          ))}
          {more > 0 ? <li>And {more.toLocaleString(locale)} more.</li> : null}
        </ul>
      </Alert>
      {mayAnswer ? (
        <NoteForm
          label="Why payment runs can go on"
          hint="What was found out about each difference. It cannot be changed."
          submitText={`Answer the check of ${formatDate(day, locale)}`}
          text={requiredReason}
          save={reason =>
            call(answerBookCheck, {
              params: { checkId },
              body: { data: { type: 'command', attributes: { reason } } },
            })
          }
          onSaved={() => {
            onAnswered()
            void refreshAll()
          }}
        />
      ) : null}
    </section>
  )
}

function Compared({ check: { compared, checkedAt } }: { check: BookCheck }) {
  const { clientSettings } = clientContext()
  return (
    <>
      <p>The last one, {formatInstant(checkedAt, clientSettings)}, compared:</p>
      <DescriptionList
        items={compared.map(({ part, rows }) => ({
          term: checkPartLabels[part],
          description: rows.toLocaleString(clientSettings.locale),
        }))}
      />
    </>
  )
}

/** `November 28, 2026: 2 differences. Answered by Prudence Gale on …: Restored from the backup` */
function sentenceOf({ day, differenceCount, answer }: BookCheck): string {
  const { clientSettings } = clientContext()
  const { locale } = clientSettings
  const found = differenceCount === 0 ? 'no differences' : countOf(differenceCount, 'difference', locale)
  const answered =
    answer === null
      ? ''
      : ` Answered by ${answer.byName}, ${formatInstant(answer.at, clientSettings)}: ${answer.reason}`
  return `${formatDate(day, locale)}: ${found}.${answered}`
}
