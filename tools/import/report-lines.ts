import type { ImportReport } from '../../src/features/charities/server/import/import-register.ts'

const count = new Intl.NumberFormat('en-US')

/** The result of an import for the terminal. */
export function reportLines(report: ImportReport): string[] {
  const numbers = [
    ['read', report.readRows],
    ['new', report.newRows],
    ['changed', report.changedRows],
    ['gone', report.goneRows],
    ['refused', report.refusedRows],
  ] as const
  return [
    ...(report.resumed ? ['Resumed an interrupted import of these files.'] : []),
    ...numbers.map(([label, rows]) => `${label.padEnd(8)} ${count.format(rows).padStart(11)}`),
    ...(report.unreadRows === 0
      ? []
      : [
          `${count.format(report.unreadRows)} charities of the register are on refused lines: staff review each grant to them until a file is read.`,
        ]),
    ...report.refusedFiles.map(file => `Refused lines with their reasons: ${file}`),
    `Import ${report.importId}: ${(report.durationMs / 1000).toFixed(1)} s`,
  ]
}
