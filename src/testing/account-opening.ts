import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { envelopeOwners } from '../app/server/envelope-owners.ts'
import { tasks } from '../app/server/jobs.ts'
import {
  type AccountApplication,
  getApplication,
  saveApplication,
  sendApplication,
  startApplication,
} from '../features/account-opening/account-opening.contract.ts'
import type { StartedAs } from '../features/account-opening/domain/application.ts'
import type { ApplicationDraft } from '../features/account-opening/domain/draft.ts'
import {
  acceptApplication,
  findDuplicates,
  getApplicationReview,
} from '../features/account-opening/review.contract.ts'
import {
  consentByLink,
  openSigningLink,
  signByLink,
} from '../features/account-opening/signing-link.contract.ts'
import { embeddedProvider } from '../features/signing/server/embedded-provider.ts'
import { type JobWorker, startJobWorker } from '../server/jobs/worker.ts'
import { withSecret } from '../server/mail/send-mail.ts'
import type { SignatureProviders } from '../server/signatures/providers.ts'
import { makeSealerPem } from '../server/signatures/seal/make-sealer.ts'
import { readSealer } from '../server/signatures/seal/sealer.ts'
import { startTestApp, type TestApp } from './app.ts'
import { testSecret } from './database/database-server.ts'
import type { MadeFund, Person } from './factories/make-fund.ts'
import { jobSettings } from './jobs.ts'
import { jobsDone } from './mailbox.ts'
import { commandOf, signingAt } from './signing.ts'

/** The portal as its own provider of signatures. */
const embeddedSignatures: SignatureProviders = {
  owners: envelopeOwners,
  nameFor: () => 'embedded',
  open: (name, place) => (name === 'embedded' ? embeddedProvider(place) : null),
}

export type OpeningPortal = TestApp & { worker: JobWorker }

/** The program with a worker that seals, for tests that open accounts. */
export async function startOpeningPortal(): Promise<OpeningPortal> {
  const portal = await startTestApp({ settings: { signatures: embeddedSignatures } })
  const { databases, documentFiles } = portal
  const sealer = readSealer(await makeSealerPem('Almoner test', new Date()), 'The seal')
  const settings = { ...jobSettings, documentFiles, sealer, signatures: embeddedSignatures }
  const worker = await startJobWorker({ databases, tasks, ...settings })
  return {
    ...portal,
    worker,
    close: async () => {
      await worker.stop()
      await portal.close()
    },
  }
}

type At = { fundId?: number; client?: string }

/** What people do with applications, over HTTP. */
export function openingCalls(portal: TestApp) {
  const { call } = portal
  const read = async (applicationId: string, as: Person) =>
    (await call(getApplication, { params: { applicationId } }, { as: as.session })).reply
  const begin = async (as: Person, startedAs: StartedAs, at: At = {}) => {
    const started = await call(
      startApplication,
      { body: commandOf({ startedAs }) },
      { as: as.session, idempotencyKey: randomUUID(), ...at },
    )
    expect(started.status).toBe(200)
    return started.reply
  }
  const save = (
    { applicationId, revision }: AccountApplication,
    draft: Partial<ApplicationDraft>,
    as: Person,
    at: At = {},
  ) =>
    call(
      saveApplication,
      { params: { applicationId }, body: commandOf({ revision, draft }) },
      { as: as.session, ...at },
    )
  const send = ({ applicationId, revision }: AccountApplication, as: Person, at: At = {}) =>
    call(
      sendApplication,
      { params: { applicationId }, body: commandOf({ revision, acknowledgesTerms: true as const }) },
      { as: as.session, ...at },
    )
  /** Starts, fills in and sends an application; returns when its envelope exists. */
  const sent = async (as: Person, startedAs: StartedAs, draft: ApplicationDraft, at: At = {}) => {
    const saved = await save(await begin(as, startedAs, at), draft, as, at)
    const answer = await send(saved.reply, as, at)
    await jobsDone(portal)
    return await read(answer.reply.applicationId, as)
  }
  /** Signs the document that waits for the person, who is logged in. */
  const sign = async (applicationId: string, as: Person) => {
    const { rows } = await portal.database.admin.query(
      'select envelope_id from account_application where application_id = $1',
      [applicationId],
    )
    const answer = await signingAt(portal).agreeAndSign(rows[0].envelope_id, as.session)
    expect(answer.status).toBe(200)
    await jobsDone(portal)
  }
  /** The token of the newest link that was mailed to this address. */
  const linkOf = async (address: string): Promise<string> => {
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query(
      "select * from outgoing_mail where to_address = $1 and kind = 'application-to-sign' order by created_at, mail_id",
      [address],
    )
    const text = rows.map(row => withSecret(testSecret, row)?.body ?? '').at(-1) ?? ''
    const token = /\/new-account-opening\/confirm#([\w-]{43})/.exec(text)?.[1]
    if (!token) throw new Error(`${address} received no link`)
    return token
  }
  const signByToken = async (token: string) => {
    const opened = await call(openSigningLink, { body: { token } })
    const version = opened.reply.envelope?.consent.version ?? ''
    await call(consentByLink, { body: { token, version } })
    const signed = await call(signByLink, {
      body: { token, name: 'Ann Taylor', confirmsName: true, drawing: null, intends: true },
    })
    await jobsDone(portal)
    return signed
  }
  const review = async (applicationId: string, as: Person) =>
    (await call(getApplicationReview, { params: { applicationId } }, { as: as.session })).reply
  const accept = async (applicationId: string, as: Person) => {
    await call(findDuplicates, { params: { applicationId }, body: commandOf({}) }, { as: as.session })
    await jobsDone(portal)
    const addresses = (await review(applicationId, as)).addresses.map(({ donor }) => ({
      donor,
      use: 'signed' as const,
    }))
    const attributes = { hasCheckedDuplicates: true, needsCountersignature: false, addresses }
    const answer = await call(
      acceptApplication,
      { params: { applicationId }, body: commandOf(attributes) },
      { as: as.session },
    )
    await jobsDone(portal)
    return answer
  }
  return { read, begin, save, send, sent, sign, linkOf, signByToken, accept, review }
}

/** The current account of a person who starts an application. */
export const onFund = ({ fundId }: MadeFund): At => ({ fundId })
