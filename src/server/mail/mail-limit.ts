import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { Problem } from '../../contract/problems.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { networkOf } from '../auth/rate-limit.ts'
import type { DB } from '../db/schema.ts'
import { addCausedMails, deleteCausedMailBefore } from './mail-limit.queries.ts'

/** How many commands of one day that mail an address one person, or one network, may give. */
export const maxMailsToAddress = 5
/** The same over all addresses. A network has no such limit, because an office shares one. */
export const maxMailsOfPerson = 60

/** Who causes a mail to an address that they typed: a person, or a visitor by their network address. */
export type MailSender = { kind: 'person'; userId: string } | { kind: 'visitor'; address: string }

export type CausedMail = { sender: MailSender; to: string; day: IsoDate }
/** Several mails of one command. An address that is named twice counts twice. */
type CausedMails = Omit<CausedMail, 'to'> & { to: readonly string[] }

/**
 * Counts a command that mails an address which its sender typed. False if the sender has reached the limit for this address. The
 * count is kept in the realm's database, so it holds for all instances, and two at once are counted one after the other.
 *
 * It depends on nothing but what the sender did and typed: whether the address belongs to a user changes nothing.
 */
export const countMailTo = (
  realmDb: Kysely<DB>,
  secret: string,
  { to, ...mail }: CausedMail,
): Promise<boolean> => countMailsTo(realmDb, secret, { ...mail, to: [to] })

async function countMailsTo(
  realmDb: Kysely<DB>,
  secret: string,
  { sender, to, day }: CausedMails,
): Promise<boolean> {
  if (to.length === 0) return true
  const senderHash = hashOf(
    secret,
    sender.kind === 'person' ? `person ${sender.userId}` : `network ${networkOf(sender.address)}`,
  )
  const about = { day, senderHash }
  const mailsTo = (address: string, mails: number) => ({
    addressHash: hashOf(secret, `address ${address}`),
    mails,
  })
  const byAddress = Object.entries(Object.groupBy(to, address => address.trim().toLowerCase()))
  const addresses = byAddress.map(([address, mails]) => mailsTo(address, mails?.length ?? 0))
  if (!(await addCausedMails(realmDb, about, addresses, maxMailsToAddress))) return false
  if (sender.kind === 'visitor') return true
  return await addCausedMails(realmDb, about, [mailsTo('', to.length)], maxMailsOfPerson)
}

/**
 * The same for a command that is refused beyond the limit. Call it in the realm's transaction that it belongs to, or before the
 * command changes anything.
 *
 * @throws Problem too-many-requests
 */
export const requireMailTo = (
  realmDb: Kysely<DB>,
  secret: string,
  { to, ...mail }: CausedMail,
): Promise<void> => requireMailsTo(realmDb, secret, { ...mail, to: [to] })

/** The same for a command that mails several addresses, with the same number of statements. */
export async function requireMailsTo(realmDb: Kysely<DB>, secret: string, mails: CausedMails): Promise<void> {
  if (await countMailsTo(realmDb, secret, mails)) return
  throw new Problem('too-many-requests', { detail: tooManyMails })
}

/** It names no address, since a page may show it to others, and says the same whether or not there is a login. */
export const tooManyMails =
  'This would e-mail the same person, or too many people, once more today. Please try again tomorrow, or call us.'

const hashOf = (secret: string, text: string): Buffer =>
  createHmac('sha256', secret).update(`caused mail ${text}`).digest()

/** Deletes the counts of earlier days. The day before stays, because days end at different times at a realm's clients. */
export async function sweepCausedMail(realmDb: Kysely<DB>, before: IsoDate): Promise<void> {
  await deleteCausedMailBefore(realmDb, before)
}
