import type { Logger } from 'pino'
import type { Client } from '../clients/client.ts'
import { books, clientOfBook, clients, realms } from '../clients/clients.ts'
import type { Clock } from '../domain/clock.ts'
import { systemClock } from '../domain/clock.ts'
import type { PasswordHasher } from '../features/identity/passwords/server/password-hasher.ts'
import type { Databases } from '../server/db/pools.ts'
import type { EncryptedFiles } from '../server/files/encrypted-files.ts'
import type { Files } from '../server/files/files.ts'
import { writeDemoApplications } from './accounts/demo-applications.ts'
import { writeDemoStatements } from './accounts/demo-bank.ts'
import { writeDemoContributions } from './accounts/demo-contributions.ts'
import { writeDemoDocuments } from './accounts/demo-documents.ts'
import { writeDemoGifts } from './accounts/demo-gifts.ts'
import { writeDemoPlans } from './accounts/demo-plans.ts'
import { writeCharityProfiles } from './charities/charity-profiles.ts'
import { writeDemoDueDiligence } from './charities/demo-due-diligence.ts'
import { writeDemoVettings } from './charities/demo-vettings.ts'
import { importDemoRegister } from './demo-register.ts'
import { writeDemoBatches } from './funds/demo-batches.ts'
import { writeDemoCase } from './funds/demo-cases.ts'
import { writeDemoFeeRuns } from './funds/demo-fee-runs.ts'
import { writeDemoFeeTerms } from './funds/demo-fee-terms.ts'
import { writeDemoInactiveFunds } from './funds/demo-inactive-funds.ts'
import { checkOpenRuns } from './grants/check-open-runs.ts'
import { writeDemoCheques } from './grants/demo-cheques.ts'
import { finishRuns } from './grants/demo-runs.ts'
import { writeDemoSchedules } from './grants/demo-schedules.ts'
import { writeDemoSettings } from './people/demo-settings.ts'
import { makeDemoStaff, realmsWithStaff } from './people/demo-staff.ts'
import { makeDemoStaffSets } from './people/demo-staff-sets.ts'
import { type DemoUserIds, makeDemoUsers } from './people/demo-users.ts'
import { makeOneCurrencyDonor } from './people/one-currency-donor.ts'
import { importDemoLists } from './screening/demo-lists.ts'
import { writeBook } from './seed/write-book.ts'
import { largeRealm, writeLargeBook } from './seed/write-large-book.ts'
import { writeDemoContent } from './write-content.ts'

export type DemonstrationOptions = {
  databases: Databases
  /** Where the documents of the accounts are stored. */
  documentFiles: EncryptedFiles
  /** Where the logos of charities are stored. */
  files: Files
  /** The password of every user. */
  password: string
  log: Logger
  /** Today, the end of the five years of data. */
  clock?: Clock
  /** The number of funds in each book; at least 10. */
  fundsPerBook: number
  /** The clients whose books get funds. Users, charities and contents are those of all clients. */
  clientNames: readonly string[]
  /** Whether one realm gets thousands of accounts. */
  hasLargeBook: boolean
  passwords?: PasswordHasher
}

/**
 * Writes the seed data of the demonstration (README.md) into an empty, migrated database: invented charity registers and sanctions lists, ten
 * users in each realm, and fund accounts with five years of history in each book. Call it once: it throws a unique violation
 * if the users exist already.
 */
export async function makeDemonstration(about: DemonstrationOptions): Promise<void> {
  const { databases, password, log, clock = systemClock, fundsPerBook, hasLargeBook, passwords } = about
  const shown = Object.values(clients).filter(({ name }) => about.clientNames.includes(name))
  const now = clock.now()
  const people = makePeople(databases, password, passwords)
  const [userIds] = await Promise.all([people, importRegister(about)])
  log.info('Wrote the charities and users of the demonstration.')
  await writeDemoVettings(databases, { userIds, keys: about.documentFiles.keys, now })
  await writeDemoContent(databases, { userIds, now })
  await Promise.all(
    books.map(async book => {
      const users = userIds.get(book.realm)
      if (!users || !shown.some(each => each.book.name === book.name)) return
      // The settings of a book are those of the client of its name; another client may only show it.
      const client = clientOfBook(book.name)
      const made = await writeBook(databases.book(book.name), {
        client,
        userIds: users,
        now,
        funds: fundsPerBook,
        realmDb: databases.realm(book.realm),
        keys: about.documentFiles.keys,
      })
      await writeDemoBatches(databases.book(book.name), { client, userIds: users, now })
      await writeRunPapers(about, { client, userIds: users, now })
      const store = { book: book.name, db: databases.book(book.name), documentFiles: about.documentFiles }
      await writeDemoDocuments(store, { client, donorId: users.donor, now })
      await writeDemoSchedules(store.db, { client, donorId: users.donor, now })
      await writeDemoDueDiligence(store.db, databases.realm(book.realm), {
        ...{ client, people: users, keys: about.documentFiles.keys, now },
      })
      await writeDemoPlans(store.db, { client, donorId: users.donor, now })
      await writeDemoContributions(store, {
        client,
        realmDb: databases.realm(book.realm),
        donorId: users.donor,
        staffId: users.super,
        clock,
      })
      await writeDemoGifts(store.db, { client, donorId: users.donor, staffId: users.super, now })
      await writeDemoFeeRuns(store.db, { client, userIds: users, clock })
      await writeDemoFeeTerms(store.db, { client, userIds: users, now: clock.now() })
      await writeDemoStatements(store.db, {
        client,
        realmDb: databases.realm(book.realm),
        documentFiles: about.documentFiles,
        staffId: users.super,
        now,
      })
      await writeDemoApplications(store, {
        client,
        realmDb: databases.realm(book.realm),
        advisorId: users.advisor,
        clock,
      })
      await writeDemoCase(store, { client, people: users, now })
      await writeDemoInactiveFunds(store, { client, people: users, now })
      await writeDemoSettings(databases.realm(book.realm), { client, people: users, now })
      log.info({ book: book.name, ...made }, 'Wrote the funds of the book.')
      if (!hasLargeBook || book.realm !== largeRealm) return
      const accounts = await writeLargeBook(databases.book(book.name), { client, userIds: users, now })
      log.info({ book: book.name, accounts }, 'Wrote many accounts.')
    }),
  )
  for (const { book, secondaryBook, realm } of shown)
    if (secondaryBook !== null)
      await makeOneCurrencyDonor({
        db: databases.book(book.name),
        realmDb: databases.realm(realm),
        realm,
        password,
        passwords,
      })
}

/** The files, letters and cheques of the runs of a client’s book. */
async function writeRunPapers(
  { databases, documentFiles }: Pick<DemonstrationOptions, 'databases' | 'documentFiles'>,
  { client, userIds, now }: { client: Client; userIds: DemoUserIds; now: Date },
): Promise<void> {
  const [db, realmDb] = [databases.book(client.book.name), databases.realm(client.realm)]
  await finishRuns(db, { client, keys: documentFiles.keys })
  await writeDemoCheques(db, { client, realmDb, documentFiles, userIds, now })
  await checkOpenRuns(db, { client, realmDb, documentFiles, now })
}

async function makePeople(
  databases: Databases,
  password: string,
  passwords: PasswordHasher | undefined,
): Promise<ReadonlyMap<string, DemoUserIds>> {
  const made = new Map<string, DemoUserIds>()
  // One realm after the other, because the queue of passwords to hash is limited.
  for (const realm of realms) {
    const accessDb = databases.accessAdmin(realm)
    const userIds = await makeDemoUsers(accessDb, realm, password, passwords)
    made.set(realm, userIds)
    if (!realmsWithStaff.includes(realm)) continue
    await makeDemoStaff(accessDb, realm, { userIds, password, ...(passwords ? { passwords } : {}) })
    await makeDemoStaffSets(accessDb, realm, { userIds, now: new Date() })
  }
  return made
}

async function importRegister({
  databases,
  files,
}: Pick<DemonstrationOptions, 'databases' | 'files'>): Promise<void> {
  await importDemoRegister(databases.registrar())
  await importDemoLists(databases.registrar())
  await writeCharityProfiles(databases, files)
}
