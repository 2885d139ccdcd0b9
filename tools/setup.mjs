// Runs before npm start, npm test and npm run serve with the machine's Node (20 or newer). Installs the packages of the lock file,
// including Node 26, which npm scripts then find first in node_modules/.bin.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.almoner-setup')

if (Number(process.versions.node.split('.')[0]) < 20) {
  console.error(`Almoner needs Node 20 or newer to set itself up; this is ${process.version}.`)
  process.exit(1)
}

const stamp = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex')

const isStamped = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
if (!isStamped && !isInstalled()) install()

/** Whether npm ci was run already, by npm's own record of the installed packages. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json')
  const ourNode = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!existsSync(record) || !existsSync(ourNode)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const isServing = process.env.npm_lifecycle_event === 'preserve'
  return Object.entries(wanted).every(([path, { version, optional, dev }]) => {
    if (path === '') return true
    if (present[path] === undefined) return Boolean(optional || (dev && isServing))
    return present[path].version === version
  })
}

function install() {
  const npm = process.env.npm_execpath
  console.log('Installing (about half a minute, the first time only)...')
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(`npm ci failed${error ? `: ${error.message}` : ''}. The command was not started.`)
    process.exit(status ?? 1)
  }
  writeFileSync(stampFile, stamp)
}
