import { describe, expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { clientOfHost } from './client-of-host.ts'

const clientNameOf = (originPattern: string, host: string) =>
  clientOfHost(host, { originPattern, defaultClient: 'npt' }, clients)?.name

describe('clientOfHost', () => {
  test.each([
    ['ubs.example.org', 'ubs'],
    ['UBS.example.org:443', 'ubs'],
    ['example.org', 'npt'],
    ['localhost', 'npt'],
    ['nobody.example.org', undefined],
    ['constructor.example.org', undefined],
    ['__proto__.example.org', undefined],
    ['hasOwnProperty.example.org', undefined],
    ['ubs.example.org.evil.example', undefined],
    ['ubs.example.org:8443', undefined],
    ['ubs.example.org:80', undefined],
    ['localhost:3000', undefined],
  ])('with https://{client}.example.org the host %s is %s', (host, name) => {
    expect(clientNameOf('https://{client}.example.org', host)).toBe(name)
  })

  test.each([
    ['ubs.localhost:3000', 'ubs'],
    ['127.0.0.1:3000', 'npt'],
    ['[::1]:3000', 'npt'],
    ['ubs.localhost', undefined],
    ['ubs.localhost:3001', undefined],
    ['127.0.0.1:80', undefined],
  ])('with http://{client}.localhost:3000 the host %s is %s', (host, name) => {
    expect(clientNameOf('http://{client}.localhost:3000', host)).toBe(name)
  })

  test('accepts any port when the system chooses the port', () => {
    expect(clientNameOf('http://{client}.localhost:0', 'ubs.localhost:51234')).toBe('ubs')
  })
})
