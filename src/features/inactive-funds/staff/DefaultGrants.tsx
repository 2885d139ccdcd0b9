import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredReason } from '../../../contract/required-text.ts'
import { enteredAmount } from '../../../contract/wire.ts'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Section } from '../../../web/ui/sections/Section.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import {
  confirmDefaultGrant,
  type DefaultGrant,
  declineDefaultGrant,
  type InactiveFundDetails,
  proposeDefaultGrant,
} from '../inactive-funds.contract.ts'

const done = (header: string) => {
  showToast({ className: 'success', header })
  void refreshAll()
}

/** The sponsor’s default grants from a fund: the next one, and those that were proposed. Nothing where the client makes none. */
export function DefaultGrants({ details }: { details: InactiveFundDetails }) {
  const mayManage = useCan('ESTATE_MANAGE')
  const { defaultGrants, accountId, availableMinor } = details
  if (defaultGrants === null) return null
  const { data, refusal, termMonths } = defaultGrants
  return (
    <Section heading="Default grant">
      <p>
        {`A grant to ${charityName(defaultGrants.charityName)}, which can be made ${termMonths} months after the last letter if no one answers. Two people decide.`}
      </p>
      {refusal !== null ? (
        <p>{refusal}</p>
      ) : mayManage ? (
        <ProposeForm accountId={accountId} availableMinor={availableMinor} />
      ) : null}
      {data.map(proposal => (
        <Proposal
          key={proposal.defaultGrantId}
          accountId={accountId}
          proposal={proposal}
          mayManage={mayManage}
        />
      ))}
    </Section>
  )
}

type ProposeFormProps = Pick<InactiveFundDetails, 'accountId' | 'availableMinor'>

function ProposeForm({ accountId, availableMinor }: ProposeFormProps) {
  const { currentDbHeader } = clientContext()
  const form = useForm({
    schema: z.object({ amountMinor: enteredAmount, reason: requiredReason }),
    initial: { amountMinor: availableMinor > 0n ? availableMinor : null, reason: '' },
    save: attributes =>
      call(proposeDefaultGrant, {
        params: { accountId },
        body: { data: { type: 'command', attributes } },
      }),
    onSaved: () => done('The grant was proposed. A colleague now has to confirm it.'),
  })
  return (
    <Form form={form} guardsChanges={false} label="Propose the grant">
      <MoneyField
        label="Amount"
        currency={currentDbHeader}
        maxMinor={availableMinor}
        isRequired
        {...form.field('amountMinor')}
      />
      <TextArea label="Reason" isRequired {...form.field('reason')} />
      <SubmitRow isPending={form.isPending} submitText="Propose the grant" />
    </Form>
  )
}

const stateTexts = {
  proposed: 'waits for a second person',
  confirmed: 'confirmed',
  declined: 'declined',
} as const satisfies Record<DefaultGrant['state'], string>

type ProposalProps = { accountId: string; proposal: DefaultGrant; mayManage: boolean }

function Proposal({ accountId, proposal, mayManage }: ProposalProps) {
  const { clientSettings, currentDbHeader } = clientContext()
  const { amountMinor, reason, state, proposedByName, proposedAt, decidedByName, decidedAt } = proposal
  return (
    <>
      <p>
        <Money amountMinor={amountMinor} currency={currentDbHeader} />{' '}
        {`to ${charityName(proposal.charityName)}, proposed by ${proposedByName} on ${formatInstant(proposedAt, clientSettings)}, ${stateTexts[state]}`}
        {decidedByName === null || decidedAt === null
          ? ''
          : ` by ${decidedByName} on ${formatInstant(decidedAt, clientSettings)}`}
        {`. ${reason}${proposal.decisionReason === null ? '' : ` ${proposal.decisionReason}`} `}
        {proposal.grantId === null ? null : (
          <Link to={staffPaths.reviewGrant(proposal.grantId)}>Open the grant</Link>
        )}
      </p>
      {state === 'proposed' && mayManage ? <Decide accountId={accountId} proposal={proposal} /> : null}
    </>
  )
}

function Decide({ accountId, proposal: { defaultGrantId, refusal } }: Omit<ProposalProps, 'mayManage'>) {
  const [declines, setDeclines] = useState(false)
  const { isPending, run } = usePending()
  const params = { accountId, defaultGrantId }
  const confirm = async () => {
    await call(confirmDefaultGrant, { params, body: { data: { type: 'command', attributes: {} } } })
    done('The grant was made. It is reviewed and paid as any other.')
  }
  return (
    <>
      {refusal === null ? null : <p>{refusal}</p>}
      <p>
        {refusal === null ? (
          <Button kind="primary" isPending={isPending} onPress={() => void run(confirm)}>
            Confirm the grant
          </Button>
        ) : null}
        {declines ? null : <Button onPress={() => setDeclines(true)}>Decline the grant</Button>}
      </p>
      {declines ? (
        <NoteForm
          label="Why it is not made"
          submitText="Decline"
          text={requiredReason}
          save={reason =>
            call(declineDefaultGrant, {
              params,
              body: { data: { type: 'command', attributes: { reason } } },
            })
          }
          onSaved={() => done('The grant was declined.')}
        />
      ) : null}
    </>
  )
}
