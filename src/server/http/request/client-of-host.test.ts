import { describe, expect, test } from 'vitest'
import { clients } from '../../../tenants/index.ts'
import { clientOfHost } from './client-of-host.ts'

const asked = (originPattern: string, host: string) =>
  clientOfHost(host, { originPattern, defaultClient: 'npt' }, clients)?.name

describe('open-points 2 the client of a request is that of its host', () => {
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
  ])('at https://{client}.example.org %s shows %s', (host, name) => {
    expect(asked('https://{client}.example.org', host)).toBe(name)
  })

  test.each([
    ['ubs.localhost:3000', 'ubs'],
    ['127.0.0.1:3000', 'npt'],
    ['[::1]:3000', 'npt'],
    ['ubs.localhost', undefined],
    ['ubs.localhost:3001', undefined],
    ['127.0.0.1:80', undefined],
  ])('at http://{client}.localhost:3000 %s shows %s', (host, name) => {
    expect(asked('http://{client}.localhost:3000', host)).toBe(name)
  })

  test('a demonstration whose port the system chooses takes whichever it was given', () => {
    expect(asked('http://{client}.localhost:0', 'ubs.localhost:51234')).toBe('ubs')
  })
})
