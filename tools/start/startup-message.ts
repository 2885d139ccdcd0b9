import type { Client } from '../../src/clients/client.ts'
import type { Environment } from '../../src/server/env.ts'
import { originOfClient } from '../../src/server/http/client-of-host.ts'

const people = [
  'donor',
  'joint',
  'viewer',
  'advisor',
  'banker',
  'service',
  'super',
  'super2',
  'auditor',
  'editor',
]
/** Those of src/demo/people/demo-staff.ts, which is not loaded by each start. */
const staff = ['grants', 'payments', 'compliance', 'content', 'readonly']

/** The message after the start: the URL of each client, and the users to log in as. */
export function welcome(environment: Environment, clients: readonly Client[], startedInMs: number): string {
  const rows = clients.map(client => [
    originOfClient(environment.originPattern, client),
    client.displayName,
    `donor@${client.realm}.example`,
  ])
  const defaultUrl = `http://${environment.host}:${environment.port}`
  rows.push([defaultUrl, `same as ${environment.defaultClient}`, ''])
  const table = alignColumns([['Address', 'Client', 'Log in as'], ...rows])
  return [
    '',
    `Almoner is ready after ${(startedInMs / 1000).toFixed(1)} s.`,
    '',
    ...table.map(line => `  ${line}`),
    '',
    `  Password of all users: ${environment.demoPassword}`,
    `  Other users instead of donor: ${people.slice(1).join(', ')}`,
    `  Staff with one duty, at npt and rathbones: ${staff.join(', ')}`,
    '',
    '  Press Ctrl-C to stop.',
    '',
  ].join('\n')
}

function alignColumns(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  )
}
