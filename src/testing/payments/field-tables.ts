/**
 * The records of payment files as their rule books print them, for tests: each field with its position, length and allowed values. The
 * tables share no code with the writers, so tests compare the files with the published rules.
 */
type Field = { name: string; at: number; length: number; is: RegExp }

const field = (name: string, at: number, length: number, is: RegExp): Field => ({ name, at, length, is })
const digits = /^\d+$/
const spaces = /^ +$/
const text = /^[ -~]+$/

/** Nacha Operating Rules, appendix 3, part 3.2: positions count from 1. */
export const nachaFields: Readonly<Record<string, readonly Field[]>> = {
  1: [
    field('record type', 1, 1, /^1$/),
    field('priority code', 2, 2, /^01$/),
    field('immediate destination', 4, 10, /^ \d{9}$/),
    field('immediate origin', 14, 10, /^[ \d]\d{9}$/),
    field('file creation date', 24, 6, /^\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/),
    field('file creation time', 30, 4, /^(?:[01]\d|2[0-3])[0-5]\d$/),
    field('file ID modifier', 34, 1, /^[A-Z0-9]$/),
    field('record size', 35, 3, /^094$/),
    field('blocking factor', 38, 2, /^10$/),
    field('format code', 40, 1, /^1$/),
    field('immediate destination name', 41, 23, text),
    field('immediate origin name', 64, 23, text),
    field('reference code', 87, 8, /^[ -~]{8}$/),
  ],
  5: [
    field('record type', 1, 1, /^5$/),
    field('service class', 2, 3, /^220$/),
    field('company name', 5, 16, text),
    field('discretionary data', 21, 20, text),
    field('company identification', 41, 10, /^\d{10}$/),
    field('standard entry class', 51, 3, /^CCD$/),
    field('company entry description', 54, 10, text),
    field('company descriptive date', 64, 6, /^[ -~]{6}$/),
    field('effective entry date', 70, 6, /^\d{6}$/),
    field('settlement date', 76, 3, spaces),
    field('originator status', 79, 1, /^1$/),
    field('originating DFI', 80, 8, /^\d{8}$/),
    field('batch number', 88, 7, digits),
  ],
  6: [
    field('record type', 1, 1, /^6$/),
    field('transaction code', 2, 2, /^22$/),
    field('receiving DFI', 4, 8, /^\d{8}$/),
    field('check digit', 12, 1, /^\d$/),
    field('DFI account number', 13, 17, /^[A-Z0-9]+ *$/),
    field('amount', 30, 10, digits),
    field('identification number', 40, 15, /^GRANT-\d+ *$/),
    field('receiving company name', 55, 22, text),
    field('discretionary data', 77, 2, /^ {2}$/),
    field('addenda record indicator', 79, 1, /^1$/),
    field('trace number', 80, 15, digits),
  ],
  7: [
    field('record type', 1, 1, /^7$/),
    field('addenda type', 2, 2, /^05$/),
    field('payment related information', 4, 80, /^RMR\*ZZ\*GRANT-\d+\*\*\d+\.\d{2}\\ *$/),
    field('addenda sequence number', 84, 4, /^0001$/),
    field('entry detail sequence number', 88, 7, digits),
  ],
  8: [
    field('record type', 1, 1, /^8$/),
    field('service class', 2, 3, /^220$/),
    field('entry and addenda count', 5, 6, digits),
    field('entry hash', 11, 10, digits),
    field('total debit', 21, 12, /^0{12}$/),
    field('total credit', 33, 12, digits),
    field('company identification', 45, 10, /^\d{10}$/),
    field('message authentication', 55, 19, spaces),
    field('reserved', 74, 6, spaces),
    field('originating DFI', 80, 8, /^\d{8}$/),
    field('batch number', 88, 7, digits),
  ],
  9: [
    field('record type', 1, 1, /^9$/),
    field('batch count', 2, 6, digits),
    field('block count', 8, 6, digits),
    field('entry and addenda count', 14, 8, digits),
    field('entry hash', 22, 10, digits),
    field('total debit', 32, 12, /^0{12}$/),
    field('total credit', 44, 12, digits),
    field('reserved', 56, 39, spaces),
  ],
}

const julian = /^ \d{2}(?:[0-2]\d{2}|3[0-5]\d|36[0-6])$/

/** Bacs Standard 18, labels of 80 characters by their first four, and the payment record of 100. */
export const bacsFields: Readonly<Record<string, readonly Field[]>> = {
  VOL1: [
    field('label', 1, 4, /^VOL1$/),
    field('submission serial number', 5, 6, /^[A-Z0-9]{6}$/),
    field('accessibility', 11, 1, /^0$/),
    field('reserved', 12, 20, spaces),
    field('reserved', 32, 6, spaces),
    field('owner identification', 38, 14, /^ {4}\d{6} {4}$/),
    field('reserved', 52, 28, spaces),
    field('label standard level', 80, 1, /^1$/),
  ],
  HDR1: [
    field('label', 1, 4, /^(?:HDR1|EOF1)$/),
    field('file identifier', 5, 17, /^A\d{6}S {2}1\d{6}$/),
    field('set identification', 22, 6, /^[A-Z0-9]{6}$/),
    field('file section number', 28, 4, /^0001$/),
    field('file sequence number', 32, 4, /^0001$/),
    field('generation number', 36, 4, spaces),
    field('generation version', 40, 2, spaces),
    field('creation date', 42, 6, julian),
    field('expiration date', 48, 6, julian),
    field('accessibility', 54, 1, /^[ 0]$/),
    field('block count', 55, 6, /^0{6}$/),
    field('system code', 61, 13, spaces),
    field('reserved', 74, 7, spaces),
  ],
  HDR2: [
    field('label', 1, 4, /^(?:HDR2|EOF2)$/),
    field('record format', 5, 1, /^F$/),
    field('block length', 6, 5, /^02000$/),
    field('record length', 11, 5, /^00100$/),
    field('reserved', 16, 35, spaces),
    field('buffer offset', 51, 2, /^00$/),
    field('reserved', 53, 28, spaces),
  ],
  UHL1: [
    field('label', 1, 4, /^UHL1$/),
    field('processing date', 5, 6, julian),
    field('destination', 11, 6, /^999999$/),
    field('reserved', 17, 4, spaces),
    field('currency', 21, 2, /^00$/),
    field('country', 23, 6, /^0{6}$/),
    field('work code', 29, 9, /^1 DAILY {2}$/),
    field('file number', 38, 3, /^001$/),
    field('reserved', 41, 7, spaces),
    field('audit print identifier', 48, 7, spaces),
    field('for use by the service user', 55, 26, spaces),
  ],
  payment: [
    field('destination sorting code', 1, 6, digits),
    field('destination account number', 7, 8, digits),
    field('destination account type', 15, 1, /^0$/),
    field('transaction code', 16, 2, /^(?:99|17)$/),
    field('originating sorting code', 18, 6, digits),
    field('originating account number', 24, 8, digits),
    field('free format', 32, 4, spaces),
    field('amount in pence', 36, 11, digits),
    field('service user’s name', 47, 18, /^[A-Z0-9.\-/& ]{18}$/),
    field('service user’s reference', 65, 18, /^[A-Z0-9.\-/& ]{18}$/),
    field('destination account name', 83, 18, /^[A-Z0-9.\-/& ]{18}$/),
  ],
  UTL1: [
    field('label', 1, 4, /^UTL1$/),
    field('debit value total', 5, 13, digits),
    field('credit value total', 18, 13, digits),
    field('debit item count', 31, 7, digits),
    field('credit item count', 38, 7, digits),
    field('reserved', 45, 36, spaces),
  ],
}

/** The values of a record by the names of its fields. @throws Error for a value that the table does not allow, or a gap between fields. */
export function readRecord(record: string, fields: readonly Field[]): Record<string, string> {
  let next = 1
  const values = fields.map(({ name, at, length, is }) => {
    if (at !== next) throw new Error(`the table has a gap before ${name}`)
    next = at + length
    const value = record.slice(at - 1, at - 1 + length)
    if (!is.test(value)) throw new Error(`${name} is “${value}”`)
    return [name, value] as const
  })
  if (record.length !== next - 1) throw new Error(`the record has ${record.length} characters`)
  return Object.fromEntries(values)
}
