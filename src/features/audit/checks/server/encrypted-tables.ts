import { entriesOf } from '../../../../domain/keys-of.ts'
import type { EncryptedTable } from '../../../../server/files/encrypted-rows.queries.ts'
import { keyOfDocument } from '../../../documents/server/store-document.ts'
import { bankFileOwner } from '../../../payments/server/bank-file-owner.ts'
import { fileOwner } from '../../../payments/server/run-file.ts'
import { keyOfFile } from '../../../signing/server/envelope-store.ts'

/** The tables of a book with encrypted bytes, as staff know them, and the owner for which a row's data key was wrapped. */
const tablesOfBooks = {
  document: { label: 'Document', ownerOf: keyOfDocument },
  envelope_file: { label: 'File of an envelope', ownerOf: keyOfFile },
  payment_run: { label: 'File of the payment run', ownerOf: fileOwner },
  bank_file: { label: 'Bank file', ownerOf: bankFileOwner },
} as const satisfies Partial<
  Record<EncryptedTable, { label: string; ownerOf: (book: string, rowId: string) => string }>
>
export type EncryptedTableOfBook = keyof typeof tablesOfBooks

type OwnedTable = { table: EncryptedTableOfBook; label: string; ownerOf: (rowId: string) => string }

export const encryptedTablesOf = (book: string): OwnedTable[] =>
  entriesOf(tablesOfBooks).map(([table, { label, ownerOf }]) => ({
    ...{ table, label },
    ownerOf: rowId => ownerOf(book, rowId),
  }))
