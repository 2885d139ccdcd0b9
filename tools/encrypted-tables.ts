import type { Kysely } from 'kysely'
import { books, realms } from '../src/clients/clients.ts'
import { entriesOf } from '../src/domain/keys-of.ts'
import {
  type EncryptedTableOfBook,
  encryptedTablesOf,
} from '../src/features/audit/checks/server/encrypted-tables.ts'
import { ownerOf as ownerOfBankDetails } from '../src/features/charity-profiles/server/encrypt-bank-numbers.ts'
import { ownerOfVettingDocument } from '../src/features/charity-vetting/server/vetting-documents.ts'
import { keyOfStaffDocument } from '../src/features/documents/server/staff/upload-staff-document.ts'
import type { Databases } from '../src/server/db/pools.ts'
import type { DB } from '../src/server/db/schema.ts'
import type { EncryptedTable } from '../src/server/files/encrypted-rows.queries.ts'

/** The owner for which a row's data key was wrapped. */
type OwnerOf = (realm: string, rowId: string) => string

// Together with those of books they name every table with encrypted files; the compiler finds one that is missing.
const tablesOfRealms = {
  staff_document: { name: 'staff', ownerOf: keyOfStaffDocument },
  charity_bank_details: { name: 'bank details', ownerOf: ownerOfBankDetails },
  charity_vetting_paper: { name: 'vetting documents', ownerOf: ownerOfVettingDocument },
} as const satisfies Record<Exclude<EncryptedTable, EncryptedTableOfBook>, { name: string; ownerOf: OwnerOf }>

/** The rows of a table that belong to one book or realm. */
export type OwnedTable = {
  /** As people know it: `document of npt`, `bank details of npt`. */
  name: string
  realm: string
  /** Null for a table of the realm. */
  book: string | null
  db: Kysely<DB>
  table: EncryptedTable
  ownerOf: (rowId: string) => string
}

/** Every table with encrypted bytes, of every book and then of every realm. */
export function encryptedTables(databases: Databases): OwnedTable[] {
  return [
    ...books.flatMap(({ name: book, realm }) =>
      encryptedTablesOf(book).map(({ table, ownerOf }) => ({
        ...{ name: `${table} of ${book}`, realm, book, db: databases.book(book), table, ownerOf },
      })),
    ),
    ...realms.flatMap(realm =>
      entriesOf(tablesOfRealms).map(([table, { name, ownerOf }]) => ({
        ...{ name: `${name} of ${realm}`, realm, book: null, db: databases.realm(realm), table },
        ownerOf: (rowId: string) => ownerOf(realm, rowId),
      })),
    ),
  ]
}
