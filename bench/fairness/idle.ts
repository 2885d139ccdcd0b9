import { watchLoop } from './watch-loop.ts'

// Does nothing, and measures how long the machine keeps it from doing so. It answers like portal-server.ts.
const loop = watchLoop()
process.on('message', () => {
  process.send?.({ ...loop.read(), residentMb: process.memoryUsage.rss() / 2 ** 20 })
})
process.send?.({ port: 0 })
process.on('disconnect', () => process.exit(0))
