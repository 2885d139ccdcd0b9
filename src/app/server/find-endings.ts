import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { clients } from '../../clients/clients.ts'
import { dayMs } from '../../domain/durations.ts'
import { findVettingsToRenew } from '../../features/charity-vetting/server/count-vettings-to-renew.ts'
import { listSigningKeys } from '../../features/identity/oidc/server/signing-keys.queries.ts'
import { type Ending, isEnding } from '../../features/settings/server/ending.ts'
import { findEndings as findStored } from '../../features/settings/server/endings.queries.ts'
import type { DB } from '../../server/db/schema.ts'
import { certificateEnd } from '../../server/http/certificate-end.ts'
import type { RealmTaskContext } from '../../server/jobs/task.ts'
import { programDate } from '../../server/program-version.ts'
import { endOf, type Sealer } from '../../server/signatures/seal/sealer.ts'
import { sealWarning } from '../../server/signatures/seal/watch-seal.ts'
import { endings } from './endings.ts'
import { type TlsServer, tlsServers } from './tls-servers.ts'

/** A month more than the year after which they are replaced. */
const loginKeyMs = 395 * dayMs

/** Programs that renew certificates by themselves do so about then. */
const serverWarningMs = 30 * dayMs

const dayOf = (instant: Date) => instant.toISOString().slice(0, 10)

/** The seal, if it ends soon or has ended. */
export function endingOfSeal(sealer: Pick<Sealer, 'certificates'>, now: Date): Ending[] {
  const text = sealWarning(sealer, now)
  return text === null ? [] : [{ key: 'seal', text, endsOn: endOf(sealer) }]
}

/** The key that signs the logins of a realm, if it is older than 13 months. */
export async function endingOfLoginKey(realmDb: Kysely<DB>, realm: string, now: Date): Promise<Ending[]> {
  const [newest] = await listSigningKeys(realmDb)
  if (!newest) return []
  const endsOn = new Date(newest.created_at.getTime() + loginKeyMs)
  if (now <= endsOn) return []
  const text = `The key that signs logins of ${realm} is of ${dayOf(newest.created_at)}: replace it (npm run identity:rotate-key).`
  return [{ key: `login-key:${realm}`, text, endsOn }]
}

const keyOf = ({ host, port }: Pick<TlsServer, 'host' | 'port'>) => `server:${host}:${port}`

/** The certificate of a server, if it ends soon. Throws if the server does not answer with one that is trusted. */
export async function endingOfServer(
  { host, port, what }: TlsServer,
  now: Date,
): Promise<{ endsOn: Date; ending: Ending | null }> {
  const endsOn = await certificateEnd({ host, port })
  const isSoon = endsOn.getTime() - now.getTime() < serverWarningMs
  const text = `The certificate of ${host} ends on ${dayOf(endsOn)}. ${what} once it has.`
  return { endsOn, ending: isSoon ? { key: keyOf({ host, port }), text, endsOn } : null }
}

const endOfDay = (day: string) => new Date(`${day}T23:59:59Z`)

/** The vettings of the clients’ countries that end soon, with the day of the first. */
export async function endingsOfVettings(
  realmDb: Kysely<DB>,
  ofRealm: readonly Client[],
  now: Date,
): Promise<Ending[]> {
  const byCountry = new Map(ofRealm.map(client => [client.defaultPhoneCountry, client]))
  const found: Ending[] = []
  for (const [country, client] of byCountry) {
    const { count, first } = await findVettingsToRenew(realmDb, client, now)
    if (first === null || !isEnding(endOfDay(first), now)) continue
    const text =
      count === 1
        ? `A vetting of a charity ends on ${first}. Renew it on the page Charities.`
        : `${count} vettings of charities end soon, the first on ${first}. Renew them on the page Charities.`
    found.push({ key: `vettings:${country}`, text, endsOn: endOfDay(first) })
  }
  return found
}

/**
 * What ends soon in a realm, by the rules of `npm run check`. Of a server that does not answer, or whose certificate has ended, it says what
 * the last night said; whether one is away is for that command, as are the keys of documents, which end only by being lost.
 */
export async function findEndings(realm: string, context: RealmTaskContext): Promise<Ending[]> {
  const { db, clock, sealer, providerSecrets: secrets, originPattern, smtpUrl } = context
  const now = clock.now()
  const ofRealm = Object.values(clients).filter(client => client.realm === realm)
  const before = (await findStored(db))?.endings ?? []
  const servers = await Promise.all(
    tlsServers(ofRealm, { originPattern, smtpUrl }).map(server =>
      endingOfServer(server, now).catch(() => ({
        ending: before.find(({ key }) => key === keyOf(server)) ?? null,
      })),
    ),
  )
  return [
    ...(sealer === null ? [] : endingOfSeal(sealer, now)),
    ...endings({ clients: ofRealm, secrets, programDate, now }),
    ...(await endingOfLoginKey(db, realm, now)),
    ...servers.flatMap(({ ending }) => ending ?? []),
    ...(await endingsOfVettings(db, ofRealm, now)),
  ]
}
