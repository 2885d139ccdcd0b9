import type { Client } from '../../src/clients/client.ts'
import type { Environment } from '../../src/server/env.ts'

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

/** What a newcomer needs to see once the program serves: where each client is, and whom to sign in as. */
export function welcome(environment: Environment, clients: readonly Client[], startedInMs: number): string {
  const rows = clients.map(({ name, displayName, realm }) => [
    environment.originPattern.replace('{client}', name),
    displayName,
    `donor@${realm}.example`,
  ])
  const bare = `http://${environment.host}:${environment.port}`
  rows.push([bare, `the same as ${environment.defaultClient}`, ''])
  const table = aligned([['Address', 'Client', 'Sign in as'], ...rows])
  return [
    '',
    `Almoner is ready after ${(startedInMs / 1000).toFixed(1)} s.`,
    '',
    ...table.map(line => `  ${line}`),
    '',
    `  Password of everybody: ${environment.demoPassword}`,
    `  Instead of donor: ${people.slice(1).join(', ')}`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}

function aligned(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0))) ?? []
  return rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  )
}
