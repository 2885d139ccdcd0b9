import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { envelopeOwners } from '../../app/server/envelope-owners.ts'
import type { Client } from '../../clients/client.ts'
import type { Clock } from '../../domain/clock.ts'
import { dateOf } from '../../domain/dates.ts'
import { dayMs } from '../../domain/durations.ts'
import { applicationOf } from '../../features/account-opening/domain/check-step.ts'
import {
  type ApplicationDraft,
  emptyDonor,
  emptyDraft,
  emptyShare,
} from '../../features/account-opening/domain/draft.ts'
import {
  advanceApplication,
  drawApplication,
  fileNameOf,
} from '../../features/account-opening/server/advance-application.ts'
import { contentOf } from '../../features/account-opening/server/application-content.ts'
import {
  addEvent,
  findApplication,
  insertApplication,
  saveDocument,
  updateApplication,
} from '../../features/account-opening/server/applications.queries.ts'
import { insertSigners, signersOf } from '../../features/account-opening/server/signers.queries.ts'
import { publishedBlock } from '../../features/content/server/published-content.ts'
import type { DocumentStore } from '../../features/documents/server/store-document.ts'
import { embeddedProvider, embeddedProviderName } from '../../features/signing/server/embedded-provider.ts'
import { decide, setEnvelopeState } from '../../features/signing/server/envelopes.queries.ts'
import { sealEnvelope } from '../../features/signing/server/seal-envelope.ts'
import { noCache } from '../../server/db/notified-cache.ts'
import type { DB } from '../../server/db/schema.ts'
import { portalOf } from '../../server/heavy-work/requester.ts'
import { addJob } from '../../server/jobs/add-job.ts'
import { demoEmail, demoName } from '../people/demo-users.ts'
import { listedApplicant } from '../screening/demo-lists.ts'

type About = {
  client: Client
  realmDb: Kysely<DB>
  advisorId: string
  clock: Clock
}

/**
 * Three applications that the advisor has prepared: one that is not complete, and two that their donors have signed. The program seals
 * those when it starts, and staff then review them; the name of the second donor is like one on a sanctions list.
 */
export async function writeDemoApplications(store: DocumentStore, about: About): Promise<void> {
  const { client, clock } = about
  const at = new Date(clock.now().getTime() - 4 * dayMs)
  await insert(store.db, { ...emptyDraft(client.defaultPhoneCountry), ...unfinished(client) }, about, at)
  for (const donor of [corwin, listedApplicant]) {
    const draft = signed(client, donor)
    await signOne(store, await insert(store.db, draft, about, at), { ...about, draft, at })
  }
}

async function insert(
  db: Kysely<DB>,
  draft: ApplicationDraft,
  { client, advisorId }: About,
  at: Date,
): Promise<string> {
  const startedBy = { userId: advisorId, name: demoName('advisor'), as: 'advisor' as const }
  const row = { client: client.name, draft, startedBy, idempotencyKey: randomUUID(), at }
  const applicationId = await insertApplication(db, row)
  if (applicationId === null) throw new Error('the application was not created')
  await addEvent(db, applicationId, {
    kind: 'started',
    at,
    userId: advisorId,
    name: demoName('advisor'),
    bySponsor: false,
  })
  return applicationId
}

const isUk = ({ locale }: Client) => locale === 'en-GB'

const unfinished = (client: Client) => ({
  account: {
    accountName: 'The Lindqvist Family Fund',
    type: 'joint' as const,
    organizationLegalName: '',
    purpose: 'Schools and libraries near their home.',
  },
  donors: [{ ...emptyDonor(client.defaultPhoneCountry), firstName: 'Sigrid', lastName: 'Lindqvist' }],
})

type Donor = Pick<ApplicationDraft['donors'][number], 'firstName' | 'lastName' | 'birthDate'>

const corwin: Donor = { firstName: 'Corwin', lastName: 'Larkspur', birthDate: '1961-05-17' }

const signed = (client: Client, donor: Donor): ApplicationDraft => ({
  account: {
    accountName: `The ${donor.firstName} ${donor.lastName} Fund`,
    type: 'individual',
    organizationLegalName: '',
    purpose: '',
  },
  donors: [
    {
      ...emptyDonor(client.defaultPhoneCountry),
      ...{ ...donor, email: `${donor.firstName}.${donor.lastName}@people.example`.toLowerCase() },
      ...(isUk(client)
        ? { address1: '8 Mill Lane', city: 'Lewes', postalCode: 'BN7 1AA', phone: '01632 960142' }
        : {
            address1: '8 Mill Lane',
            city: 'Haverford',
            state: 'PA',
            postalCode: '19041',
            phone: '215 555 0188',
          }),
    },
  ],
  advisor: {
    has: 'yes',
    firstName: demoName('advisor').split(' ')[0] ?? '',
    lastName: demoName('advisor').split(' ')[1] ?? '',
    email: demoEmail('advisor', client.realm),
  },
  successors: client.legacyPlanShown
    ? [{ ...emptyShare(0), name: 'Posy Larkspur', relation: 'Niece', percentage: '100' }]
    : [],
  contribution: {
    kind: 'cash',
    amountMinor: '5000000',
    assets: [{ ticker: '', description: '', quantity: '' }],
  },
})

/** The donor signs by a mailed link. */
async function signOne(
  store: DocumentStore,
  applicationId: string,
  { client, realmDb, clock, draft, at }: About & { draft: ApplicationDraft; at: Date },
): Promise<void> {
  const { db } = store
  const today = dateOf(clock.now(), client.timeZone)
  const place = { ...store, client, realmDb, clock, today, contentCache: noCache, book: client.book }
  const template = await publishedBlock(place, 'account-application')
  const row = await findApplication(db, applicationId)
  if (!template || !row) throw new Error('there is no text of applications')
  const document = contentOf(template, applicationOf(draft), {
    ...{ reference: row.reference, client, currency: client.book.currency, charities: new Map(), at },
  })
  const [donor] = draft.donors
  if (!donor) throw new Error('the application has no donor')
  const name = `${donor.firstName} ${donor.lastName}`
  await insertSigners(db, applicationId, 1, [{ userId: null, name, email: donor.email }])
  await saveDocument(db, applicationId, { provider: embeddedProviderName, document, attempt: 1, at })
  const sent = await findApplication(db, applicationId)
  const [signer] = sent ? await signersOf(db, sent) : []
  if (!sent || !signer) throw new Error('the application was not sent')
  const origin = `https://${client.name}.example.org`
  const provider = embeddedProvider({ ...store, client, clock, origin })
  const signatures = { owners: envelopeOwners, nameFor: () => embeddedProviderName, open: () => provider }
  const bytes = await drawApplication(
    { ...store, signatures, originPattern: origin, clock },
    sent,
    portalOf(client),
  )
  const { envelopeId } = await provider.createEnvelope({
    requestKey: `application:${applicationId}:1`,
    about: { kind: 'application', applicationId },
    subject: `Application ${row.reference}`,
    document: { name: fileNameOf(row), bytes },
    signers: [
      { signerId: signer.signer_id, userId: null, byLink: true, name, email: donor.email, routingOrder: 1 },
    ],
  })
  await db.transaction().execute(async trx => {
    await updateApplication(trx, applicationId, { envelope_id: envelopeId })
    await decide(trx, envelopeId, signer.signer_id, {
      ...{ state: 'signed', at, userId: null, name, typedName: name, drawing: null },
    })
    await setEnvelopeState(trx, envelopeId, 'signed')
    await addJob(trx, sealEnvelope, { envelopeId }, { key: `seal-${envelopeId}` })
    await addJob(trx, advanceApplication, { applicationId }, { key: applicationId })
  })
}
