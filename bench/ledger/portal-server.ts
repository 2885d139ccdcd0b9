import { type PortalSettings, startPortal } from './portal.ts'

// Runs the portal in a process of its own. It sends its port to the parent in one message, and answers each message of the parent with
// what it measured.
const portal = await startPortal(JSON.parse(process.argv[2] ?? '') as PortalSettings)
process.on('message', () => void portal.measure().then(measured => process.send?.(measured)))
process.send?.({ port: portal.port })
process.on('disconnect', () => process.exit(0))
