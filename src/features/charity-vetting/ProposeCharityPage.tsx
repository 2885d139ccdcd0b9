import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { Form } from '../../web/form/Form.tsx'
import { FormWithHelp } from '../../web/form/FormWithHelp.tsx'
import { SubmitRow } from '../../web/form/SubmitRow.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { useUpload } from '../../web/form/use-upload.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { FileDrop } from '../../web/ui/fields/FileDrop.tsx'
import { TextArea } from '../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { Breadcrumb } from '../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../files/domain/document-files.ts'
import { addProposalDocument, type Proposal, proposalFields, proposeCharity } from './proposals.contract.ts'

const empty = { name: '', town: '', taxId: '', website: '', why: '' }

/** /charity-list/propose: a charity that is not on a register. Its documents are added after it was submitted (§13). */
export function ProposeCharityPage() {
  const fundId = useCurrentFundId()
  const [received, setReceived] = useState<Proposal | null>(null)
  return (
    <FormWithHelp
      heading={
        <>
          <Breadcrumb
            pages={[
              { title: 'Grants', to: paths.grants() },
              { title: 'Charity List', to: paths.charityList() },
            ]}
          />
          <PageHeading
            title="Suggest a Charity"
            lead={inClientEnglish('For a church, school, public body{,} or other charity that isn’t listed')}
          >
            Suggest a Charity
          </PageHeading>
        </>
      }
      next={
        received === null ? ['You can add documents about the charity.', ...afterDocuments] : afterDocuments
      }
    >
      {received === null ? (
        <ProposalForm fundId={fundId} onReceived={setReceived} />
      ) : (
        <SupportingDocuments fundId={fundId} proposal={received} onAdded={setReceived} />
      )}
    </FormWithHelp>
  )
}

const afterDocuments = [
  'We review whether it can receive grants. You can follow this on your charity list.',
  'We e-mail you our decision.',
  'If we accept it, you can recommend grants to it like to any other charity.',
]

type ProposalFormProps = { fundId: number; onReceived: (proposal: Proposal) => void }

function ProposalForm({ fundId, onReceived }: ProposalFormProps) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const isUs = clientContext().currentDbHeader === 'USD'
  const form = useForm({
    schema: proposalFields,
    initial: empty,
    save: attributes =>
      call(
        proposeCharity,
        { params: { fundId }, body: { data: { type: 'command' as const, attributes } } },
        { idempotencyKey },
      ),
    onSaved: proposal => {
      void refreshAll()
      onReceived(proposal)
    },
  })
  return (
    <Form form={form} label="Suggest a Charity">
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <TextField label={isUs ? 'City and state' : 'Town'} autoComplete="off" {...form.field('town')} />
      <TextField
        label={isUs ? 'Tax ID (EIN), if you know it' : 'Charity number, if it has one'}
        autoComplete="off"
        {...form.field('taxId')}
      />
      <TextField label="Website, if it has one" autoComplete="off" {...form.field('website')} />
      <TextArea label="What the charity does, and why you want to support it" {...form.field('why')} />
      <SubmitRow isPending={form.isPending} submitText="Submit suggestion">
        <Link to={paths.charityList()} look="button">
          Cancel
        </Link>
      </SubmitRow>
    </Form>
  )
}

type SupportingDocumentsProps = { fundId: number; proposal: Proposal; onAdded: (proposal: Proposal) => void }

function SupportingDocuments({ fundId, proposal, onAdded }: SupportingDocumentsProps) {
  const isUs = clientContext().currentDbHeader === 'USD'
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, upload } = useUpload({ limits: documentLimits, maxBytes: maxDocumentBytes })
  const { proposalId, number, name, documents } = proposal
  const add = (file: File) =>
    upload(file, async onSent => {
      const sentDocument = {
        params: { fundId, proposalId },
        query: { name: file.name.slice(0, 255) },
        upload: file,
      }
      onAdded(await call(addProposalDocument, sentDocument, { onSent }))
      await refreshAll()
    })
  return (
    <>
      <Alert kind="success" heading="Thank You" takesFocus>
        <p>
          We have received your suggestion of {name}. Its number is {number}. You can follow its progress on
          your charity list.
        </p>
      </Alert>
      <h2>Supporting documents</h2>
      <p>
        If you have documents about it, such as its{' '}
        {isUs ? 'bylaws or exemption letter' : 'governing document or HMRC letter'}, please add them. They
        help us decide.
      </p>
      {documents.length === 0 ? null : (
        <ul aria-label="Documents added">
          {documents.map(document => (
            <li key={document}>{document}</li>
          ))}
        </ul>
      )}
      <FileDrop
        limits={documentLimits}
        accept={acceptedDocuments}
        locale={locale}
        sent={sent}
        refusal={refusal}
        again={refused && (() => void add(refused))}
        onFile={file => void add(file)}
      />
      <p>
        <Link to={paths.charityList()} look="button">
          Go to the charity list
        </Link>
      </p>
    </>
  )
}
