import { useId } from 'react'
import * as z from 'zod/mini'
import { maxMessageLength, requiredAnswer } from '../../contract/required-text.ts'
import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Form } from '../../web/form/Form.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { paths } from '../../web/routing/paths.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { showToast } from '../../web/ui/notices/toast-store.ts'
import styles from './GrantPage.module.css'
import { answerGrant, type GrantDetails } from './grants.contract.ts'

/** What a grant waits for, who has to act, and until when; with a form to answer the sponsor's question (§13). */
export function WhatHappensNext({ grant }: { grant: GrantDetails }) {
  const headingId = useId()
  const { next } = grant
  if (next === null) return null
  return (
    <section aria-labelledby={headingId} className={styles.next}>
      <h2 id={headingId}>What happens next</h2>
      {grant.reviewState === 'information_needed' ? <Question grant={grant} /> : <Awaited next={next} />}
    </section>
  )
}

function Awaited({ next: { step, from, by } }: { next: NonNullable<GrantDetails['next']> }) {
  const { displayName, locale, today } = clientContext().clientSettings
  if (from === 'charity')
    return <p>The payment is on its way. We’ll update this page once the charity has received it.</p>
  if (from === 'fund')
    return (
      <p>
        The grant waits until the available balance covers it. Nothing is set aside until then, and you can
        cancel it at any time.
      </p>
    )
  const act = step === 'Payment' ? 'will pay it' : 'will review it'
  if (by === null) return <p>{`${displayName} ${act}. You don’t need to do anything.`}</p>
  if (by >= today)
    return <p>{`${displayName} ${act} by ${formatDate(by, locale)}. You don’t need to do anything.`}</p>
  return (
    <p>
      This was due by {formatDate(by, locale)}. We’re sorry that it is taking longer. You don’t need to do
      anything. <Link to={paths.contact()}>Contact us</Link> if it is urgent.
    </p>
  )
}

function Question({ grant }: { grant: GrantDetails }) {
  const { displayName } = clientContext().clientSettings
  const { fundId, grantId, mayAnswer, steps } = grant
  const question = steps.findLast(({ transition }) => transition === 'ask-information')?.message
  const form = useForm({
    schema: z.object({ message: requiredAnswer }),
    initial: { message: '' },
    save: attributes =>
      call(answerGrant, { params: { fundId, grantId }, body: { data: { type: 'command', attributes } } }),
    onSaved: async () => {
      showToast({ className: 'success', header: 'We have received your answer.' })
      await refreshAll()
    },
    onFailure: async failure => {
      showFailure(failure)
      await refreshAll()
    },
  })
  return (
    <>
      <p>
        {displayName} asks: {question}
      </p>
      {mayAnswer ? (
        <Form form={form} label="Your answer">
          <TextArea
            label="Your answer"
            hint="The grant returns to review when you answer."
            maxLength={maxMessageLength}
            isRequired
            {...form.field('message')}
          />
          <SubmitRow isPending={form.isPending} submitText="Send the answer" />
        </Form>
      ) : (
        <p>We are waiting for an answer from someone who can recommend grants from this account.</p>
      )}
    </>
  )
}
