import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Client } from '../../../clients/client.ts'
import { screenAddress, screenAddressWith } from '../../../contract/screen-address.ts'
import { dayMs } from '../../../domain/durations.ts'
import { newLinkToken } from '../../../server/auth/one-time-link.ts'
import type { DB } from '../../../server/db/schema.ts'
import { originOfClient } from '../../../server/http/client-of-host.ts'
import { type TaskContext, task } from '../../../server/jobs/task.ts'
import { type Block, ourMessage } from '../../../server/mail/letter.ts'
import { writeMailOfBook, writeMailsOfBook } from '../../../server/mail/person-mail.ts'
import { linkDays } from '../domain/application.ts'
import { type ApplicationRow, lockApplication } from './applications.queries.ts'
import { findLogin } from './logins.queries.ts'
import { type SignerRow, setLink, signersOf } from './signers.queries.ts'

const linkLifetimeMs = linkDays * dayMs

/** `turn`: it is the next signer's turn. `link`: a signer is mailed again. The others tell what happened. */
const events = [
  'turn',
  'link',
  'not-signed',
  'submitted',
  'asked',
  'answered',
  'accepted',
  'declined',
] as const

/** Tells people what happens to an application, each once. The letters name neither amounts nor dates of birth. */
export const mailApplication = task(
  'mail-application',
  z.object({
    applicationId: z.uuid(),
    event: z.enum(events),
    signerId: z.optional(z.uuid()),
    link: z.optional(z.int()),
  }),
  async ({ applicationId, event, signerId, link }, context) => {
    await context.db.transaction().execute(async trx => {
      const row = await lockApplication(trx, applicationId)
      if (!row || row.erased_at !== null) return
      const client = context.client(row.client)
      const about = { trx, row, client, context, signers: await signersOf(trx, row) }
      if (event === 'turn') await mailTurn(about)
      else if (event === 'link') await mailLink(about, signerId, link)
      else await tell(about, event)
    })
  },
)

type About = {
  trx: Kysely<DB>
  row: ApplicationRow
  client: Client
  context: TaskContext
  signers: readonly SignerRow[]
}

export const linkHash = (token: string): Buffer => hash('sha256', `application ${token}`, 'buffer')

/** The token is the fragment, which browsers do not send, so that no log, proxy or referrer sees it. */
const linkAddress = (home: string, token: string) =>
  `${home}${screenAddress('/new-account-opening/confirm')}#${token}`

const homeOf = ({ client, context }: Pick<About, 'client' | 'context'>) =>
  originOfClient(context.originPattern, client)

/** The application itself: its signers may open it, but not everyone of them may open the list of applications. */
const addressOf = (about: About) =>
  `${homeOf(about)}${screenAddressWith('/new-account-opening/$step', { step: 'sign' }, { application: about.row.application_id })}`

/** The signer whose turn it is. If two signatures arrive together, only the later turn is notified, once. */
async function mailTurn(about: About): Promise<void> {
  const { row, signers } = about
  const next = signers.find(({ state }) => state === 'waiting')
  if (!next || row.state !== 'signing' || row.envelope_id === null) return
  // A person who sends their own application signs it directly on the same screen.
  if (next.user_id === row.started_by && signers[0] === next) return
  if (next.links === 0) await mailLink(about, next.signer_id, 1)
}

/**
 * Asks a signer to sign: by a new link, or by logging in. The hash of a link and its mail are stored together, so that a link that was
 * mailed works. The starter sees no difference between the two.
 */
async function mailLink(about: About, signerId?: string, link?: number): Promise<void> {
  const { trx, row, signers, client, context } = about
  const signer = signers.find(({ signer_id: id }) => id === signerId)
  // A repeated job finds that its link was mailed.
  if (!signer || row.state !== 'signing' || signer.state !== 'waiting' || signer.links + 1 !== link) return
  if (signer.user_id !== null) {
    await setLink(trx, signer, null)
    const letter = mailOf(about, {
      kind: 'application-to-sign',
      cause: `turn:${row.attempt}:${signer.signer_id}:${link}`,
      to: signer,
      subject: 'An application is waiting for your signature',
      blocks: [
        `${row.started_by_name} has prepared an application for ${nameOf(row)}, an account at ${client.displayName}. You are named as a donor.`,
        { address: addressOf(about), purpose: 'to read it and sign' },
      ],
    })
    await writeMailOfBook(trx, context.secret, letter)
    return
  }
  const token = newLinkToken()
  const expiresAt = new Date(Date.now() + linkLifetimeMs)
  await setLink(trx, signer, { hash: linkHash(token), expiresAt })
  await writeMailOfBook(trx, context.secret, {
    client,
    kind: 'application-to-sign',
    cause: `application:${row.application_id}:link:${row.attempt}:${signer.signer_id}:${link}`,
    to: signer.email,
    letter: {
      subject: 'An application is waiting for your signature',
      name: signer.name,
      blocks: [
        `${row.started_by_name} has prepared an application for ${nameOf(row)}, an account at ${client.displayName}. You are named as a donor.`,
        'Open this page to read the application and sign it:',
        { secret: 'link' },
        `The link is for you alone and expires after ${linkDays} days. Nothing is agreed until you sign.`,
      ],
    },
    secret: { value: linkAddress(homeOf(about), token), expiresAt },
  })
}

const nameOf = ({ draft }: ApplicationRow) => draft.account.accountName

type Told = Exclude<(typeof events)[number], 'turn' | 'link'>

async function tell(about: About, event: Told): Promise<void> {
  const { row, client, signers, trx } = about
  const starter = await findLogin(trx, row.started_by)
  const staff = { name: null, email: client.support.email }
  const others = signers
    .filter(({ user_id: id, state }) => id !== row.started_by && state === 'signed')
    .map(({ name, email }) => ({ name, email }))
  const forAccount = `application for ${nameOf(row)} (${row.reference})`
  const staffAddress = `${homeOf(about)}${screenAddressWith('/super-user-dashboard/applications/$applicationId', { applicationId: row.application_id })}`
  const forStaff = { address: staffAddress, purpose: 'to review it' }
  const where = { address: addressOf(about), purpose: 'to see it' }
  type Text = { subject: string; blocks: Block[] }
  const letters: Record<Told, Text & { forStaff?: Text; to: (Person | null)[] }> = {
    'not-signed': {
      subject: 'Your application was not signed',
      blocks: [`Not everyone signed your ${forAccount}. You can change it and send it again.`, where],
      to: [starter],
    },
    submitted: {
      subject: 'Your application is fully signed',
      blocks: [`Everyone has signed your ${forAccount}. We are now reviewing it.`],
      forStaff: {
        subject: 'An application is ready for review',
        blocks: [`Everyone has signed the ${forAccount}.`, forStaff],
      },
      to: [starter, ...others, staff],
    },
    asked: {
      subject: 'A question about your application',
      blocks: [
        `We have a question about your ${forAccount}.`,
        ourMessage(row.message ?? ''),
        { address: addressOf(about), purpose: 'to answer' },
      ],
      to: [starter],
    },
    answered: {
      subject: 'A question about an application was answered',
      blocks: [`The applicant has answered our question about the ${forAccount}.`, forStaff],
      to: [staff],
    },
    accepted: {
      subject: 'Your application was accepted',
      blocks: [
        `We have accepted your ${forAccount}. The account opens when its contribution document is signed and the first contribution has arrived.`,
        'Donors without a login will receive an invitation by e-mail.',
      ],
      to: [starter, ...others],
    },
    declined: {
      subject: 'Your application was not accepted',
      blocks: [
        `We could not accept your ${forAccount}.`,
        ...(row.message === null ? [] : [ourMessage(row.message)]),
      ],
      to: [starter, ...others],
    },
  }
  const { to, forStaff: staffLetter, ...letter } = letters[event]
  // Asking again is possible, because an answer changes the application.
  const turn = `${event}:${row.attempt}:${row.changed_at.getTime()}`
  await writeMailsOfBook(
    about.trx,
    about.context.secret,
    to.flatMap(person =>
      person
        ? mailOf(about, {
            kind: 'application-progress',
            cause: `${turn}:${person.email}`,
            to: person,
            ...(person === staff ? (staffLetter ?? letter) : letter),
          })
        : [],
    ),
  )
}

type Person = { name: string | null; email: string }

const mailOf = (
  { row, client }: Pick<About, 'row' | 'client'>,
  mail: {
    kind: 'application-to-sign' | 'application-progress'
    cause: string
    to: Person
    subject: string
    blocks: Block[]
  },
) => ({
  client,
  kind: mail.kind,
  cause: `application:${row.application_id}:${mail.cause}`,
  to: mail.to.email,
  letter: { subject: mail.subject, name: mail.to.name, blocks: mail.blocks },
})
