import { randomUUID } from 'node:crypto'
import type { Sent } from '../contract/endpoint.ts'
import type { IsoDate } from '../domain/dates.ts'
import { dayMs } from '../domain/durations.ts'
import {
  cancelCase,
  closeFund,
  confirmCase,
  confirmRedirection,
  distributeCase,
  getCase,
  handOverFund,
  inviteSuccessor,
  listCases,
  redirectShare,
  releaseAssets,
} from '../features/estate-cases/estate-cases.contract.ts'
import { openCase } from '../features/estate-cases/open-case.contract.ts'
import { linkHash } from '../features/estate-cases/server/mail-successor.ts'
import {
  acceptShare,
  declineShare,
  openSuccessorLink,
} from '../features/estate-cases/successor-share.contract.ts'
import type { TestApp } from './app.ts'
import { makeDocument } from './factories/make-document.ts'
import type { MadeFund, Person } from './factories/make-fund.ts'

type Opening = Sent<typeof openCase>['body']['data']['attributes']
type Destination = Partial<
  Pick<Sent<typeof redirectShare>['body']['data']['attributes'], 'charityId' | 'toFundId'>
>

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const nothing = command({})

type DeathAbout = {
  donor?: Person
  by?: Person
  key?: `${string}-${string}-${string}-${string}-${string}`
  documentId?: string
}

/** The requests of case tests: one person opens and enters, the other confirms. */
export function caseCalls(portal: TestApp, people: () => { one: Person; two: Person }) {
  const partyOf = async (fund: MadeFund, userId: string): Promise<string> => {
    const { party_id } = await portal.databases
      .book(fund.book)
      .selectFrom('party')
      .select('party_id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return party_id
  }
  const document = (fund: MadeFund, name: 'Death certificate' | 'Signed instruction') =>
    makeDocument(portal, fund, {
      type: name === 'Death certificate' ? 'death-certificate' : 'instruction',
      name,
    })
  const as = (person: Person) => ({ as: person.session })
  const keyed = (person: Person, key: string = randomUUID()) => ({ as: person.session, idempotencyKey: key })
  const calls = {
    partyOf,
    document,
    open: (attributes: Opening, by = people().one, key?: string) =>
      portal.call(openCase, { body: command(attributes) }, keyed(by, key)),
    /** Opens the case of the death of a donor (default: the fund's), with a certificate. */
    openDeath: async (
      fund: MadeFund,
      { donor = fund.donor, by = people().one, key = randomUUID(), documentId }: DeathAbout = {},
    ) =>
      calls.open(
        {
          kind: 'death',
          fundId: fund.fundId,
          partyId: await partyOf(fund, donor.user.userId),
          diedOn: '2025-02-20' as IsoDate,
          isDayConfirmed: false,
          documentId: documentId ?? (await document(fund, 'Death certificate')),
          reason: 'The daughter called us',
          shares: [],
        },
        by,
        key,
      ),
    openClosing: async (fund: MadeFund, shares: Opening['shares']) =>
      calls.open({
        kind: 'closing',
        fundId: fund.fundId,
        partyId: null,
        diedOn: null,
        isDayConfirmed: false,
        documentId: await document(fund, 'Signed instruction'),
        reason: 'The donors wish to close the fund',
        shares,
      }),
    confirm: (caseId: string, by = people().two, documentId: string | null = null) =>
      portal.call(
        confirmCase,
        { params: { caseId }, body: command({ note: 'The certificate', documentId }) },
        as(by),
      ),
    cancel: (caseId: string, by = people().one) =>
      portal.call(cancelCase, { params: { caseId }, body: command({ reason: 'Another person' }) }, as(by)),
    distribute: (caseId: string, by = people().one) =>
      portal.call(distributeCase, { params: { caseId }, body: nothing }, as(by)),
    release: (caseId: string, amountMinor: bigint, key?: string, by = people().one) =>
      portal.call(
        releaseAssets,
        { params: { caseId }, body: command({ amountMinor, reason: 'The shares were sold' }) },
        keyed(by, key),
      ),
    handOver: (caseId: string, by = people().one) =>
      portal.call(handOverFund, { params: { caseId }, body: nothing }, as(by)),
    close: (caseId: string, by = people().one) =>
      portal.call(closeFund, { params: { caseId }, body: nothing }, as(by)),
    invite: (caseId: string, shareId: string, by = people().one) =>
      portal.call(inviteSuccessor, { params: { caseId, shareId }, body: nothing }, as(by)),
    redirect: (
      { caseId, shareId }: { caseId: string; shareId: string },
      to: Destination = {},
      by = people().one,
    ) =>
      portal.call(
        redirectShare,
        {
          params: { caseId, shareId },
          body: command({ charityId: null, toFundId: null, ...to, reason: 'They declined' }),
        },
        keyed(by),
      ),
    confirmRedirection: (
      { caseId, shareId, redirectionId }: { caseId: string; shareId: string; redirectionId: string },
      by = people().two,
    ) =>
      portal.call(
        confirmRedirection,
        { params: { caseId, shareId }, body: command({ redirectionId }) },
        as(by),
      ),
    show: async (caseId: string, by = people().one) =>
      (await portal.call(getCase, { params: { caseId } }, as(by))).reply,
    list: async (by = people().one) => (await portal.call(listCases, {}, as(by))).reply.data,
    /** Opens and confirms the death of the fund's donor. */
    confirmedDeath: async (fund: MadeFund) => {
      const { caseId } = (await calls.openDeath(fund)).reply
      return (await calls.confirm(caseId)).reply
    },
    /** Gives a share a link, as the mail does, and returns its token. */
    linkOf: async (fund: MadeFund, shareId: string): Promise<string> => {
      const token = randomUUID().replaceAll('-', '').padEnd(43, 'x')
      await portal.databases
        .book(fund.book)
        .updateTable('estate_share')
        .set({
          link_hash: linkHash(token),
          link_expires_at: new Date(portal.clock.now().getTime() + 60 * dayMs),
        })
        .where('share_id', '=', shareId)
        .execute()
      return token
    },
    openLink: (token: string, client = 'npt') =>
      portal.call(openSuccessorLink, { body: { token } }, { client }),
    accept: (token: string, about: { accountName?: string } = {}, client = 'npt') =>
      portal.call(
        acceptShare,
        {
          body: {
            token,
            firstName: 'Wanda',
            lastName: 'Reed',
            accountName: 'Reed Fund',
            agrees: true,
            ...about,
          },
        },
        { client },
      ),
    decline: (token: string, reason = '', client = 'npt') =>
      portal.call(declineShare, { body: { token, reason } }, { client }),
  }
  return calls
}
