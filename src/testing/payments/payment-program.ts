import { tasks } from '../../app/server/jobs.ts'
import { openDatabases } from '../../server/db/pools.ts'
import { testSecret } from '../database/database-server.ts'
import { jobSettings } from '../jobs.ts'

// A program of its own that a test can kill while it records a run, applies a bank file or compares a book with a register. After some items it stops and prints `stopped`.

type Arguments = {
  server: never
  task: 'record-payments' | 'apply-bank-file' | 'compare-registers'
  payload: unknown
  stopAfter: number
}

const { server, task: name, payload, stopAfter }: Arguments = JSON.parse(process.argv[2] ?? '')
const task = tasks.find(each => each.name === name)
if (!task) throw new Error(`there is no task ${name}`)
const databases = openDatabases({ server, secret: testSecret })

/** Looks at the signal before each item: the program stops there, until it is killed. */
let left = stopAfter
const signal = {
  get aborted() {
    left -= 1
    if (left < 0) {
      process.stdout.write('stopped\n')
      // Nothing else happens in this program until the signal arrives.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
    return false
  },
} as AbortSignal
await task.run(payload, {
  db: databases.book('npt'),
  origin: { book: 'npt' },
  books: [{ name: 'npt', db: databases.book('npt') }],
  mailer: null,
  ...jobSettings,
  signal,
})
