import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { messageToDonor } from '../../../contract/required-text.ts'
import { formatDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { useCan } from '../../../web/session/session.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { typedCharityId } from '../../charities/domain/typed-charity-id.ts'
import {
  acceptProposal,
  declineProposal,
  listProposalsToDecide,
  type ProposalToDecide,
} from '../proposal-review.contract.ts'
import styles from './Charities.module.css'
import { VettingForm } from './VettingForm.tsx'

/** Charities that donors proposed; each opens to what the donor wrote and the form for its decision. */
export function ProposalsToDecide() {
  const mayEdit = useCan('CHARITY_EDIT')
  const found = useQuery(query(listProposalsToDecide, {}))
  if (found.isLoadingError) return <LoadFailure what="The suggestions" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the suggestions" />
  return (
    <section aria-label="Suggested by donors" className={styles.list}>
      {found.data.data.length === 0 ? <p data-empty>No suggestions are waiting for a decision.</p> : null}
      {found.data.data.map(proposal => (
        <Proposal key={proposal.proposalId} proposal={proposal} mayEdit={mayEdit} />
      ))}
    </section>
  )
}

function Proposal(props: { proposal: ProposalToDecide; mayEdit: boolean }) {
  const { locale } = clientContext().clientSettings
  const { name, town, proposedByName, proposedOn, accountName } = props.proposal
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      heading={
        <span>
          {name}, {town}
          <Note>
            Suggested on {formatDate(proposedOn, locale)} by {proposedByName}, {accountName}
          </Note>
        </span>
      }
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <ProposalDetails {...props} />
    </Disclosure>
  )
}

function ProposalDetails({ proposal, mayEdit }: { proposal: ProposalToDecide; mayEdit: boolean }) {
  const { locale } = clientContext().clientSettings
  const { name, town, why, taxId, website, documents, number, vettedAs } = proposal
  const [choice, setChoice] = useState<'accept' | 'vet' | 'decline' | null>(null)
  return (
    <article aria-label={`${name}, ${town}`} className={styles.card}>
      <DescriptionList
        items={[
          { term: 'Reason', description: why },
          { term: 'Number provided', description: taxId ?? 'None' },
          { term: 'Website', description: website ?? 'None' },
          {
            term: 'Documents',
            description:
              documents.length === 0 ? 'None' : `${documents.join(', ')}, among the documents of the account`,
          },
          ...(vettedAs === null
            ? []
            : [
                {
                  term: 'Our vetting',
                  description: vettedAs.isConfirmed
                    ? `Confirmed as ${vettedAs.charityId}. The suggestion can be accepted now.`
                    : `${vettedAs.charityId} is awaiting confirmation.`,
                },
              ]),
          {
            term: 'Suggested',
            description: `Number ${number}, ${formatDate(proposal.proposedOn, locale)} by ${proposal.proposedByName}, ${proposal.accountName}, Account ID ${proposal.fundId}`,
          },
        ]}
      />
      {mayEdit ? (
        <ChoiceBar
          label={`Decision about ${name}`}
          choices={[
            { value: 'accept', text: 'Accept' },
            ...(vettedAs === null ? [{ value: 'vet' as const, text: 'Vet it' }] : []),
            { value: 'decline', text: 'Decline' },
          ]}
          value={choice}
          onChange={setChoice}
        />
      ) : null}
      {choice === 'vet' && vettedAs === null ? (
        <VettingForm
          known={{ name, city: town, finding: why }}
          charityId={null}
          proposalId={proposal.proposalId}
          onDone={() => setChoice(null)}
        />
      ) : null}
      {choice === 'accept' || choice === 'decline' ? (
        <DecideProposal key={choice} proposal={proposal} choice={choice} />
      ) : null}
    </article>
  )
}

type DecideProposalProps = { proposal: ProposalToDecide; choice: 'accept' | 'decline' }

function DecideProposal({ proposal: { proposalId, taxId, vettedAs }, choice }: DecideProposalProps) {
  const { currentDbHeader: currency } = clientContext()
  const isUs = currency === 'USD'
  const idOf = (text: string) => typedCharityId(text, currency)
  const form = useForm({
    schema: z.object({
      charityId: z
        .string()
        .check(
          z.refine(
            text => choice === 'decline' || idOf(text) !== undefined,
            'Enter the number of the charity in the register, or ours',
          ),
        ),
      message: messageToDonor,
    }),
    initial: { charityId: vettedAs?.charityId ?? taxId ?? '', message: '' },
    save: ({ charityId, message }) =>
      choice === 'accept'
        ? call(acceptProposal, {
            params: { proposalId },
            body: { data: { type: 'command', attributes: { charityId: idOf(charityId) ?? '', message } } },
          })
        : call(declineProposal, {
            params: { proposalId },
            body: { data: { type: 'command', attributes: { message } } },
          }),
    onSaved: () => {
      const header = choice === 'accept' ? 'The suggestion was accepted.' : 'The suggestion was declined.'
      showToast({ className: 'success', header })
      void refreshAll()
    },
  })
  return (
    <Form form={form} label={choice === 'accept' ? 'Accept the suggestion' : 'Decline the suggestion'}>
      {choice === 'accept' ? (
        <TextField
          label={isUs ? 'Tax ID (EIN) in the register' : 'Charity number in the register'}
          hint="The charity that the donor means. A charity that is not on a register has our own number once it is vetted."
          isRequired
          {...form.field('charityId')}
        />
      ) : null}
      <TextArea
        label="Message to the donor"
        hint="The donor reads it on the charity list and in the e-mail."
        isRequired
        {...form.field('message')}
      />
      <SubmitRow
        isPending={form.isPending}
        submitText={choice === 'accept' ? 'Accept this suggestion' : 'Decline this suggestion'}
      />
    </Form>
  )
}
