import { unreadable } from './unreadable.ts'

/** The two reports about credits that we read: returned ones, and those that were applied although something about them is wrong. */
export const readKinds = ['arucs', 'awacs'] as const
export type BacsKind = (typeof readKinds)[number]

const noDebits =
  'The portal collects no Direct Debits, so there is nothing to apply. Give the file to the team that collects them.'

/** What the other reports of Bacs are, for the person who uploads one. */
const otherKinds: readonly { name: RegExp; sentence: string }[] = [
  { name: /^ARUDD/, sentence: `This is an ARUDD: it lists Direct Debits that were not paid. ${noDebits}` },
  {
    name: /^ADDACS/,
    sentence: `This is an ADDACS: it lists Direct Debit Instructions that were changed or cancelled. ${noDebits}`,
  },
  {
    name: /^AUDDIS/,
    sentence: `This is an AUDDIS report: it lists Direct Debit Instructions that the payers’ banks did not accept. ${noDebits}`,
  },
  {
    name: /^DDIC/,
    sentence: `This is a DDICA: it lists claims of payers for Direct Debits, which have a deadline. ${noDebits}`,
  },
  {
    name: /^INPUT/,
    sentence:
      'This is an input report: it says which payments of a file Bacs accepted. If it lists a payment that was rejected or amended, ask the bank before you record the run as sent.',
  },
]

const readOnly = 'Upload an ARUCS or an AWACS as XML.'

/** Why a report of Bacs is not read, by the name of its element, as a sentence. */
export const kindRefusal = (name: string): string =>
  otherKinds.find(each => each.name.test(name.toUpperCase()))?.sentence ??
  `This is a Bacs report of a kind that we do not read (“${name.slice(0, 40)}”). ${readOnly}`

/** Labels of Standard 18, and how reports begin that are printed in lines. */
const fixedWidth = /^\s*(?:VOL1|HDR1|UHL1|EOF1|UTL1)/
const printed = /\b(ARUCS|AWACS|ARUDD|ADDACS|AUDDIS|DDICA?)\b/

/** How much of a text says what it is. */
const startLength = 2_000

/** Throws `validation` for a report of Bacs in another form than XML, with what to do. Does nothing for another text. */
export function refusePrintedBacs(content: string): void {
  const start = content.slice(0, startLength)
  if (fixedWidth.test(start))
    throw unreadable(
      `This is a Bacs file in records of fixed width, such as a payment file, and no report that we read. ${readOnly}`,
    )
  const kind = /^\s*</.test(start) ? undefined : printed.exec(start)?.[1]
  if (kind === undefined) return
  throw unreadable(
    kind === 'ARUCS' || kind === 'AWACS'
      ? `This is an ${kind} in another form than XML, which we do not read. Download it from the payment services website as XML.`
      : kindRefusal(kind),
  )
}
