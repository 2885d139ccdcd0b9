import type { ContentPlace } from '../contract/content-kinds.ts'
import type { Reply, Sent } from '../contract/endpoint.ts'
import { getContent } from '../contract/published-content.contract.ts'
import { hourMs } from '../domain/durations.ts'
import type { ContentFields } from '../features/content/domain/content-fields.ts'
import {
  approveContent,
  getContentItem,
  saveContentDraft,
  submitContent,
} from '../features/content/editing.contract.ts'
import { type CallAs, hostOf, originOf, type TestApp } from './app.ts'
import type { Person } from './factories/make-fund.ts'
import { makeUser } from './factories/make-user.ts'

export type Editor = Person & { client: string }

export const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })

export async function makeEditor(
  portal: TestApp,
  about: { client?: string; realm?: string; actions?: string[] | null; name?: string } = {},
): Promise<Editor> {
  const { client = 'npt', realm = client, actions = null, name = 'Lucia' } = about
  const roles = [{ role: 'content_editor' as const, actions }]
  const user = await makeUser(portal.databases, { realm, roles, firstName: name, lastName: 'Marchetti' })
  return { client, user, session: await portal.sessionFor(user, { client }) }
}

/** Signs the editor in again: a session ends after half an hour without a request. */
export async function signedInAgain(portal: TestApp, editor: Editor): Promise<Editor> {
  return { ...editor, session: await portal.sessionFor(editor.user, { client: editor.client }) }
}

type Params = Sent<typeof getContentItem>['params']

/** Shorthands for calls of the editing endpoints. */
export function editing(portal: TestApp) {
  const as = ({ session, client }: Editor): CallAs => ({ as: session, client })
  const getItem = async (editor: Editor, params: Params) =>
    (await portal.call(getContentItem, { params }, as(editor))).reply
  const save = async (editor: Editor, params: Params, fields: ContentFields, revision?: number) =>
    await portal.call(
      saveContentDraft,
      { params, body: command({ fields, revision: revision ?? (await getItem(editor, params)).revision }) },
      as(editor),
    )
  const submit = async (
    editor: Editor,
    params: Params,
    about: Partial<Sent<typeof submitContent>['body']['data']['attributes']> = {},
  ) => {
    const { revision } = await getItem(editor, params)
    const attributes = { revision, change: 'text' as const, publishAt: null, ...about }
    return await portal.call(submitContent, { params, body: command(attributes) }, as(editor))
  }
  const approve = async (editor: Editor, params: Params, number: number) =>
    await portal.call(approveContent, { params: { ...params, number }, body: command({}) }, as(editor))
  return {
    as,
    /** A future time of the test's clock. */
    inHours: (hours: number) => new Date(portal.clock.now().getTime() + hours * hourMs).toISOString(),
    getItem,
    save,
    submit,
    approve,
    /** Sends an invalid body, which `call` would reject, and returns the fields with errors. */
    refused: async (editor: Editor, address: string, attributes: unknown): Promise<string[]> => {
      const response = await portal.app.inject({
        method: 'POST',
        url: address,
        headers: { host: hostOf(editor.client), origin: originOf(editor.client), ...editor.session.headers },
        payload: command(attributes),
      })
      if (response.statusCode !== 400) throw new Error(`${address} answered ${response.statusCode}`)
      return Object.keys(response.json().errors)
    },
    /** Saves and submits at a client without dual control. */
    publish: async (
      editor: Editor,
      params: Params,
      fields: ContentFields,
      publishAt: string | null = null,
    ) => {
      const saved = await save(editor, params, fields)
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.problem))
      return (await submit(editor, params, { publishAt })).reply
    },
    read: async (place: ContentPlace, client = 'rathbones'): Promise<Reply<typeof getContent>> =>
      (await portal.call(getContent, { params: { place } }, { client })).reply,
  }
}

export const block = (body: string, title = ''): ContentFields => ({ kind: 'block', title, body })
