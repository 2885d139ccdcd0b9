// npm run db:release: freezes the migrations of today. From then on their files never change (src/server/db/migrate.test.ts); a change goes
// into a new migration. It also keeps a small database of this state (src/testing/kept-database), which a test upgrades for ever.
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrationsFolder } from '../src/server/db/prepare-database.ts'
import { keepDatabase } from '../src/testing/kept-database/keep-database.ts'

const releasedFile = fileURLToPath(new URL('../db/released-migrations.json', import.meta.url))

const released: Record<string, string> = {}
const names = (await readdir(migrationsFolder)).filter(name => name.endsWith('.sql')).sort()
for (const name of names)
  released[name] = createHash('sha256')
    .update(await readFile(join(migrationsFolder, name)))
    .digest('hex')
await writeFile(releasedFile, `${JSON.stringify(released, null, 2)}\n`)
console.log(`${names.length} migrations are released, the last is ${names.at(-1)}.`)
console.log(`${await keepDatabase()} written.`)
