import { connect } from 'node:net'

export type ClamdAddress = { host: string; port: number } | { path: string }

/** The finding of a virus scan; null: nothing was found. */
type ScanFinding = { found: string | null }

/** Scans a file for viruses. A scanner that cannot answer is an error, never a clean file. */
export type Scanner = (file: AsyncIterable<Uint8Array>) => Promise<ScanFinding>

/** Longer than clamd takes for 25 MB, and shorter than people wait. */
const timeoutMs = 30_000

/** Scans with clamd's INSTREAM command: parts with their length before them, and a length of zero at the end. */
export function clamdScanner(address: ClamdAddress): Scanner {
  return async file => {
    const socket = connect(address)
    const timer = setTimeout(() => socket.destroy(new Error('clamd did not answer in time')), timeoutMs)
    const reply = readAll(socket)
    try {
      // A reply may come before everything is sent, if the file is larger than clamd accepts; then writing fails.
      await Promise.race([sendAll(socket, file), reply])
      return findingOf(await reply)
    } finally {
      clearTimeout(timer)
      socket.destroy()
    }
  }
}

function findingOf(reply: string): ScanFinding {
  if (reply === 'stream: OK') return { found: null }
  const found = /^stream: (.{1,200}) FOUND$/.exec(reply)?.[1]
  if (found === undefined) throw new Error(`clamd: ${reply || 'no answer'}`)
  return { found: found.replaceAll(/[^\w .:-]/g, '-') }
}

async function readAll(socket: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part)
  return Buffer.concat(parts).toString('latin1').replace(/\0$/, '').trim()
}

async function sendAll(socket: ReturnType<typeof connect>, file: AsyncIterable<Uint8Array>): Promise<void> {
  const send = (part: Uint8Array) =>
    new Promise<void>((resolve, reject) => socket.write(part, error => (error ? reject(error) : resolve())))
  const sendLength = (length: number) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(length)
    return send(header)
  }
  await send(Buffer.from('zINSTREAM\0'))
  for await (const part of file) {
    await sendLength(part.length)
    await send(part)
  }
  await sendLength(0)
}
