import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { screenAddress, screenAddressWith } from '../../../contract/screen-address.ts'
import {
  accountNotice,
  type NoticeEvent,
  type NoticeScreen,
  type Recipient,
} from '../../../server/mail/account-notice.ts'
import type { Letter, ScreenLink } from '../../../server/mail/letter.ts'
import { embeddedProviderName } from '../../signing/server/embedded-provider.ts'
import {
  type DocumentRow,
  findDocument,
  findSigners,
  type StoredSigner,
} from './contribution-documents.queries.ts'
import { sponsorSignerId } from './signers.ts'

/**
 * Tells people what happens to a contribution document, each once: the signer whose turn it is, the donors, and the sponsor's staff.
 * The letters name neither amounts nor securities.
 */
export const mailContributionDocument = accountNotice(
  'mail-contribution-document',
  z.object({
    client: z.string(),
    documentId: z.uuid(),
    event: z.enum(['prepared', 'turn', 'filed', 'declined', 'withdrawn']),
  }),
  async ({ documentId, event }, client, db, home) => {
    const document = await findDocument(db, documentId)
    if (!document) return null
    const about = { document, client, home, signers: await findSigners(db, documentId) }
    return eventsOf[event](about)
  },
)

type About = { document: DocumentRow; client: Client; home: string; signers: readonly StoredSigner[] }

const eventsOf = {
  prepared: toSign,
  turn: toSign,
  filed,
  declined,
  withdrawn,
} as const satisfies Record<string, (about: About) => NoticeEvent | null>

const nameOf = ({ file_name: fileName }: DocumentRow) => fileName.replace(/\.pdf$/, '')

const staffOf = ({ displayName, support }: Client) => ({
  key: sponsorSignerId,
  email: support.email,
  name: displayName,
})

const personOf = (signer: StoredSigner, client: Client) =>
  signer.user_id === null ? staffOf(client) : { key: signer.user_id, email: signer.email, name: signer.name }

/** The portal's own page to sign on; null for another provider, whose address is made when the person asks for it. */
const signingPage = ({ provider, envelope_id: envelopeId }: DocumentRow): string | null =>
  provider === embeddedProviderName && envelopeId !== null
    ? screenAddressWith('/sign/$envelopeId', { envelopeId })
    : null

/** Where the signer whose turn it is reads and signs. */
const placeToSign = (document: DocumentRow): NoticeScreen => ({
  address: signingPage(document) ?? screenAddress('/sign-pending-document'),
  purpose: 'to read it and sign',
})

/** Staff open their list, and the page to sign on, whichever account is the current one. */
const staffList = ({ home }: About): ScreenLink => ({
  address: `${home}${screenAddress('/super-user-dashboard/contributions')}`,
  purpose: 'to see it',
})
const howToCountersign = (about: About): ScreenLink => {
  const page = signingPage(about.document)
  return page === null
    ? staffList(about)
    : { address: `${about.home}${page}`, purpose: 'to read it and sign' }
}

/** The document is in their list as long as it waits. */
const seePending: NoticeScreen = {
  address: screenAddress('/sign-pending-document'),
  purpose: 'to see who has signed',
}

/** The signer whose turn it is. If two signatures arrive together, only the later turn is notified, once. */
function toSign(about: About): NoticeEvent | null {
  const { document, client, signers } = about
  const next = signers.find(({ state }) => state === 'waiting')
  if (!next || document.state !== 'pending') return null
  const isFirst = next === signers[0]
  const name = nameOf(document)
  const letter = (recipient: Recipient): Letter => {
    const subject = recipient.isConcerned
      ? 'A document is waiting for your signature'
      : 'A document is ready to sign'
    if (recipient.isConcerned && next.user_id === null)
      return {
        subject: 'A document is waiting for your countersignature',
        name: null,
        blocks: [
          `The donors of ${document.account_name} have signed ${name}. It needs a countersignature.`,
          howToCountersign(about),
        ],
      }
    if (recipient.isConcerned)
      return {
        subject,
        name: recipient.name,
        blocks: [`${name} for ${document.account_name} is ready for you to sign.`],
      }
    return {
      subject,
      name: recipient.name,
      blocks: [
        `${name} for ${document.account_name} is ready to sign. ${next.name} signs first.`,
        signers.some(({ user_id: userId }) => userId === recipient.key)
          ? 'We’ll e-mail you when it is your turn.'
          : 'You don’t need to do anything.',
      ],
    }
  }
  return {
    kind: isFirst ? 'document-prepared' : 'document-to-sign',
    accountId: document.account_id,
    initiator: null,
    concerned: personOf(next, client),
    cause: `contribution-document:${document.contribution_document_id}:turn:${next.signer_id}`,
    letter,
    screen: ({ isConcerned }) => {
      if (!isConcerned) return seePending
      return next.user_id === null ? null : placeToSign(document)
    },
  }
}

function filed(about: About): NoticeEvent {
  const { document, client } = about
  const sentence = `Everyone has signed ${nameOf(document)} for ${document.account_name}.`
  return {
    kind: 'document-signed',
    accountId: document.account_id,
    initiator: null,
    concerned: staffOf(client),
    cause: `contribution-document:${document.contribution_document_id}:filed`,
    letter: ({ isConcerned, name }) => ({
      subject: isConcerned ? 'A document was signed' : 'Your document is fully signed',
      name: isConcerned ? null : name,
      blocks: [
        sentence,
        ...(isConcerned ? ['It is filed with the account’s documents.', staffList(about)] : []),
      ],
    }),
    screen: ({ isConcerned }) =>
      isConcerned ? null : { address: screenAddress('/account-documents'), purpose: 'to download it' },
  }
}

function declined(about: About): NoticeEvent {
  const { document, client, signers } = about
  const by = signers.find(({ state }) => state === 'declined')
  const who = by?.user_id === null ? client.displayName : (by?.name ?? 'A signer')
  return {
    kind: 'document-declined',
    accountId: document.account_id,
    initiator: null,
    concerned: staffOf(client),
    cause: `contribution-document:${document.contribution_document_id}:declined`,
    letter: ({ isConcerned, name }) => ({
      subject: 'A document was not signed',
      name: isConcerned ? null : name,
      blocks: isConcerned
        ? [
            `${who} declined to sign ${nameOf(document)} for ${document.account_name}.`,
            by?.reason ? `Reason: ${by.reason}` : 'No reason was given.',
            staffList(about),
          ]
        : [
            `${who} declined to sign ${nameOf(document)} for ${document.account_name}, so no one needs to sign it now.`,
            'We will contact you about the next steps.',
          ],
    }),
    screen: () => null,
  }
}

function withdrawn({ document }: About): NoticeEvent {
  return {
    kind: 'document-withdrawn',
    accountId: document.account_id,
    initiator: null,
    cause: `contribution-document:${document.contribution_document_id}:withdrawn`,
    letter: ({ name }) => ({
      subject: 'A document no longer needs your signature',
      name,
      blocks: [`We withdrew ${nameOf(document)} for ${document.account_name}. No one needs to sign it.`],
    }),
    screen: () => null,
  }
}
