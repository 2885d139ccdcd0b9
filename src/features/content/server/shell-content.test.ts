import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishedContent } from '../../../contract/published-content.contract.ts'
import { startTestApp, type TestApp } from '../../../testing/app.ts'
import { type Editor, editing, makeEditor } from '../../../testing/content-editors.ts'
import { makeWebRoot } from '../../../testing/temporary/make-web-root.ts'

let portal: TestApp
let lucia: Editor
let calls: ReturnType<typeof editing>
let webRoot: string
beforeAll(async () => {
  const page = '<script type="application/json" id="shell-content">__SHELL_CONTENT__</script>'
  webRoot = makeWebRoot(`${page}<!-- __SCREEN_CONTENT__ -->`)
  portal = await startTestApp({ settings: { webRoot } })
  lucia = await makeEditor(portal, { client: 'rathbones' })
  calls = editing(portal)
})
afterAll(async () => {
  await portal.close()
  await rm(webRoot, { recursive: true })
})

async function shellContent(client: string) {
  const { body } = await portal.app.inject({
    url: '/',
    headers: { host: `${client}.localhost:3000`, accept: 'text/html' },
  })
  const [, json = ''] = /<script type="application\/json" id="shell-content">(.*)<\/script>/.exec(body) ?? []
  return { body, content: json === 'null' ? null : publishedContent.parse(JSON.parse(json)) }
}

test('the page contains the banners and the footer text, as the endpoint returns them (§2.5)', async () => {
  const { content } = await shellContent('rathbones')
  expect(content).toEqual(await calls.read('shell'))
  expect(content?.blocks.map(({ name }) => name)).toEqual(['footer-disclaimer'])
  expect(content?.banners.map(({ name }) => name)).toEqual(['giving-season'])
})

test('the home contains its texts; other pages, and clients with two books, fetch them (§2.1)', async () => {
  const homeContent = async (client: string, url: string) => {
    const headers = { host: `${client}.localhost:3000`, accept: 'text/html' }
    const { body } = await portal.app.inject({ url, headers })
    return JSON.parse(/<!-- (.*) -->/s.exec(body)?.[1] ?? '')
  }
  expect(publishedContent.parse(await homeContent('rathbones', '/'))).toEqual(await calls.read('home'))
  expect(await homeContent('rathbones', '/faq')).toBeNull()
  expect(await homeContent('npttransatlantic', '/')).toBeNull()
})

test('an editor’s text cannot close the script element around it', async () => {
  await calls.publish(
    lucia,
    { kind: 'banner', name: 'giving-season' },
    {
      kind: 'banner',
      message: '</script><script>alert(1)</script> \\_\\_NONCE\\_\\_ $& $1',
      template: null,
      design: 'danger',
      dismissable: false,
      index: 1,
      audience: 'everyone',
    },
  )
  const { body, content } = await shellContent('rathbones')
  expect(body.match(/<\/script>/g)).toHaveLength(1)
  expect(JSON.stringify(content?.banners)).toContain('</script><script>alert(1)</script> __NONCE__ $& $1')
})

test('the page is sent without content if the database cannot be read', async () => {
  await portal.database.admin.query('alter table content_decision rename to content_decision_elsewhere')
  try {
    const { body, content } = await shellContent('rathbones')
    expect(body).toContain('shell-content')
    expect(content).toBeNull()
  } finally {
    await portal.database.admin.query('alter table content_decision_elsewhere rename to content_decision')
  }
})
