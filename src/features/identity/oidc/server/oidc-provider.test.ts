import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('loads oidc-provider without a warning, and leaves console.warn as it was', () => {
  const source = new URL('./oidc-provider.ts', import.meta.url).href
  const script = `
    const { warn } = console
    const { Provider } = await import(${JSON.stringify(source)})
    console.log(typeof Provider, console.warn === warn)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(stdout).toBe('function true\n')
})
