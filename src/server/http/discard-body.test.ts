import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { connectionLimits } from './connection-limits.ts'
import { discardBody } from './discard-body.ts'
import { limitBodies } from './limit-bodies.ts'

test('unwanted bodies are read part by part, in turns', async () => {
  const turns: string[] = []
  const bodyOf = (name: string) =>
    new Readable({
      highWaterMark: 1,
      read() {
        turns.push(name)
        this.push(turns.filter(each => each === name).length < 20 ? Buffer.from('part') : null)
      },
    })
  await Promise.all([discardBody(bodyOf('a')), discardBody(bodyOf('b'))])
  const most = (name: string) =>
    Math.max(
      ...turns
        .join('')
        .split(name)
        .map(others => others.length),
    )
  expect(turns.length).toBe(40)
  // A part that was read and the next, which the stream buffers.
  expect(Math.max(most('a'), most('b'))).toBeLessThanOrEqual(2)
})

test('the body of a refused upload does not flow, and its connection serves the next request', async () => {
  const server = createServer()
  limitBodies(server, connectionLimits)
  const flows: (boolean | null)[] = []
  server.on('request', (received, response) => {
    response.on('finish', () => flows.push(received.readableFlowing))
    response.statusCode = received.method === 'POST' ? 429 : 200
    response.end('reply')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', data => {
    received += data.toString()
  })
  const body = Buffer.alloc(1024 * 1024)
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`)
  await once(socket, 'data')
  expect(flows).toEqual([false])
  socket.write(body)
  socket.end('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 200'])
  server.close()
  await once(server, 'close')
})
