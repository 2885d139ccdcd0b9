import type pg from 'pg'

type Counted = { section: number; ledger: string; minor: string; isBefore: boolean }

/** The figures of a statement from the postings themselves, and not from the subtotals that it read; `isCounted` is SQL. */
export async function recomputeFigures(admin: pg.Pool, documentId: string, isCounted: string) {
  const { rows: counted } = await admin.query<Counted>(
    `select p.section, p.ledger, p.amount_minor::text as minor, p.effective_date < s.from_day as "isBefore"
      from account_statement s join posting p on p.book = s.book and p.account_id = s.account_id
        join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
      where s.document_id = $1 and p.effective_date <= s.to_day and ${isCounted}`,
    [documentId],
  )
  const sum = (which: (row: Counted) => boolean) =>
    String(counted.filter(which).reduce((all, { minor }) => all + BigInt(minor), 0n))
  const endingMinor = sum(() => true)
  const beginningMinor = sum(({ isBefore }) => isBefore)
  const pendingMinor = sum(({ ledger }) => ledger === 'pending')
  const excludedMinor = sum(({ ledger }) => ledger === 'excluded')
  const within = (section: number) => sum(row => row.section === section && !row.isBefore)
  const flow = [1, 2, 3, 4, 5, 6, 7, 8].map(section => [section, within(section)])
  return {
    sections: {
      ...{ 0: beginningMinor, 9: excludedMinor, 10: endingMinor, 11: pendingMinor },
      ...Object.fromEntries(flow),
    },
    ...{ beginningMinor, endingMinor, pendingMinor, excludedMinor },
    availableMinor: sum(({ ledger }) => ledger === 'spendable'),
  }
}
