import type { ImportReport } from '../../src/features/charities/server/import/import-register.ts'

const count = new Intl.NumberFormat('en-US')

/** What came of an import, for the terminal. */
export function reportLines(report: ImportReport): string[] {
  const numbers = [
    ['read', report.readRows],
    ['new', report.newRows],
    ['changed', report.changedRows],
    ['gone', report.goneRows],
    ['refused', report.refusedRows],
  ] as const
  return [
    ...(report.resumed ? ['Went on where an earlier run of these files was cut off.'] : []),
    ...numbers.map(([label, rows]) => `${label.padEnd(8)} ${count.format(rows).padStart(11)}`),
    ...report.refusedFiles.map(file => `Refused lines, each with its reason: ${file}`),
    `Import ${report.importId}: ${(report.durationMs / 1000).toFixed(1)} s`,
  ]
}
