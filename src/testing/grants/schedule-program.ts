import { grantSchedules } from '../../features/grants/schedules/server/run-schedules.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { testSecret } from '../database/database-server.ts'
import { runSchedules } from './schedule-calls.ts'

// A program of its own that a test can kill while it runs the schedules of npt. It prints `half-way` once `stopAfter` grants exist.

const { server, now, stopAfter }: { server: never; now: string; stopAfter: number } = JSON.parse(
  process.argv[2] ?? '',
)
const databases = openDatabases({ server, secret: testSecret })
const db = databases.book('npt')
const watch = setInterval(async () => {
  const { count } = await db
    .selectFrom('grant_recommendation')
    .select(query => query.fn.countAll<bigint>().as('count'))
    .where('schedule_id', 'is not', null)
    .where('recommended_on', '=', now.slice(0, 10) as never)
    .executeTakeFirstOrThrow()
  if (count >= stopAfter) process.stdout.write('half-way\n')
}, 5)
await runSchedules(databases, new Date(now), { work: grantSchedules })
clearInterval(watch)
