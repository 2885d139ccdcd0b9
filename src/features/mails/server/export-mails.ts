import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { exportList } from '../../../server/export/export-list.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import type * as contract from '../mails.contract.ts'
import { mailsList } from '../mails.list.ts'
import { listMails } from './list-mails.ts'

export async function exportMails(
  { query: { format, ...query } }: HandlerInput<typeof contract.exportMails>,
  context: ContextOf<typeof contract.exportMails>,
): Promise<Reply<typeof contract.exportMails>> {
  return await exportList({
    ...context,
    list: mailsList,
    format,
    fileName: 'messages',
    sheet: 'Messages',
    readPage: async page => {
      const { data, meta } = await listMails({ query: { ...query, ...page } }, context)
      return { data, meta: meta.isTotalExact ? meta : { next: meta.next } }
    },
  })
}
