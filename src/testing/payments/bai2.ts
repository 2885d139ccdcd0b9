/** Statements in the format BAI2, with totals that agree. */

export type Bai2Account = {
  number: string
  /** Records of type 16, with their continuations after a line break. */
  entries: readonly string[]
  /** In minor units; default 1000.00. */
  opening?: string
  /** Default: what the entries make of the opening balance. */
  closing?: string
}

type About = { bank?: string; status?: string; asOf?: string; currency?: string; modifier?: string }

const amountIn = (entry: string) => BigInt(/^16,\d+,(-?\d+)/.exec(entry)?.[1] ?? '0')
const isDebit = (entry: string) => /^16,[46]/.test(entry)
const linesOf = (record: string) => record.split('\n').length

function accountRecords({ number, entries, opening = '100000', closing }: Bai2Account): {
  records: string[]
  sum: bigint
} {
  const moved = entries.reduce(
    (sum, entry) => (isDebit(entry) ? sum - amountIn(entry) : sum + amountIn(entry)),
    BigInt(opening),
  )
  const closed = closing ?? String(moved)
  const sum = entries.reduce((total, entry) => total + amountIn(entry), BigInt(opening) + BigInt(closed))
  const records = [`03,${number},,010,${opening},,/`, `88,015,${closed},,/`, ...entries]
  const count = records.reduce((total, record) => total + linesOf(record), 1)
  return { records: [...records, `49,${sum},${count}/`], sum }
}

/** A file of one group with these accounts. */
export function bai2File(accounts: readonly Bai2Account[], about: About = {}): string {
  const { bank = '099990011', status = '1', asOf = '260318', currency = 'USD', modifier = '2' } = about
  const parts = accounts.map(accountRecords)
  const sum = parts.reduce((total, part) => total + part.sum, 0n)
  const records = [
    `02,999999,${bank},${status},${asOf},2359,${currency},${modifier}/`,
    ...parts.flatMap(part => part.records),
  ]
  const count = records.reduce((total, record) => total + linesOf(record), 1)
  const group = [...records, `98,${sum},${accounts.length},${count}/`]
  return `${[`01,${bank},999999,260319,0600,1,80,,2/`, ...group, `99,${sum},1,${count + 2}/`].join('\n')}\n`
}
