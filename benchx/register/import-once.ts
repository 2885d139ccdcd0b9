// Runs as a separate process, so that its memory is only the import's.
import type { IsoDate } from '../../src/domain/dates.ts'
import { importRegister } from '../../src/features/charities/server/import/import-register.ts'
import { type DatabaseServer, openDatabases } from '../../src/server/db/pools.ts'

const { server, secret, paths, refusedFolder } = JSON.parse(process.argv[2] ?? '{}') as {
  server: DatabaseServer
  secret: string
  paths: string[]
  refusedFolder: string
}
const databases = openDatabases({ server, secret })
const report = await importRegister(databases.registrar(), {
  register: 'irs-bmf',
  files: paths.map(path => ({ path, fileDate: '2026-04-14' as IsoDate })),
  startedBy: 'bench',
  refusedFolder,
})
await databases.close()
const { importId: _, ...counts } = report
process.send?.({ ...counts, residentMb: (process.resourceUsage().maxRSS * 1024) / 1e6 })
