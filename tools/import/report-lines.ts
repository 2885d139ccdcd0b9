import { changeKindNames, changeKinds } from '../../src/features/charities/domain/register-change.ts'
import type { ImportReport } from '../../src/features/charities/server/import/import-register.ts'
import type { ListReport } from '../../src/features/screening/server/import/import-list.ts'
import type { ReadList } from '../../src/features/screening/server/import/read-list.ts'

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
    ...changeKindNames.flatMap(kind => {
      const rows = report.changes[kind]
      return rows === undefined ? [] : [`  ${changeKinds[kind].label.toLowerCase()}: ${count.format(rows)}`]
    }),
    ...(report.unreadRows === 0
      ? []
      : [
          `${count.format(report.unreadRows)} charities of the register are on refused lines: staff review each grant to them until a file is read.`,
        ]),
    ...report.refusedFiles.map(file => `Refused lines with their reasons: ${file}`),
    `Import ${report.importId}: ${(report.durationMs / 1000).toFixed(1)} s`,
  ]
}

/** The result of an import of a sanctions list. */
export function listReportLines(report: ListReport, { list, digest }: ReadList): string[] {
  const title = `Version ${report.versionId} of the list ${list}, of ${report.listDate}, SHA-256 ${digest}`
  if (report.isKnown) return ['These files are the current version already: nothing has changed.', title]
  return [
    ...(['entries', 'added', 'changed', 'removed'] as const).map(
      label => `${label.padEnd(8)} ${count.format(report[label]).padStart(11)}`,
    ),
    title,
  ]
}
