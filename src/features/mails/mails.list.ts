import { list } from '../../contract/list.ts'
import type { StatusSign } from '../../domain/status-sign.ts'
import type { StoredMail } from './mails.contract.ts'

/** The state of a message, in words. */
function stateText({ state, attempts, isRetried }: StoredMail): string {
  switch (state) {
    case 'sent':
      return 'Sent'
    case 'expired':
      return 'Not sent before its link expired. The person can ask for a new one.'
    case 'waiting':
      return 'Waiting to be sent'
    case 'failed':
      return `Failed ${attempts === 1 ? 'once' : `${attempts} times`}. ${isRetried ? 'We’ll try again.' : 'We won’t try again.'}`
  }
}

const signOf = ({ state }: StoredMail): StatusSign => signsOfStates[state]

const signsOfStates = {
  sent: 'done',
  expired: 'ended',
  waiting: 'in-progress',
  failed: 'refused',
} as const satisfies Record<StoredMail['state'], StatusSign>

/** The portal's e-mails, without their text, because it may be confidential. */
export const mailsList = list<StoredMail>({
  name: 'messages',
  defaultSort: '-createdAt',
  columns: [
    {
      key: 'createdAt',
      heading: 'Written',
      type: 'instant',
      value: row => row.createdAt,
      sortBy: 'createdAt',
      widthRem: 9,
    },
    {
      key: 'subject',
      heading: 'Message',
      type: 'text',
      value: row => row.subject,
      isRowHeading: true,
      widthRem: 17,
      fileWidth: 60,
    },
    {
      key: 'kind',
      heading: 'Kind',
      type: 'text',
      value: row => row.kind,
      onScreen: 'chosen',
      fileWidth: 44,
    },
    { key: 'to', heading: 'To', type: 'text', value: row => row.to, fileWidth: 36 },
    { key: 'fundId', heading: 'Account ID', type: 'id', value: row => row.fundId, onScreen: 'chosen' },
    {
      key: 'state',
      heading: 'Status',
      type: 'text',
      value: stateText,
      sign: signOf,
      widthRem: 18,
      fileWidth: 44,
    },
    { key: 'sentAt', heading: 'Sent', type: 'instant', value: row => row.sentAt, onScreen: 'chosen' },
    {
      key: 'failedAt',
      heading: 'Last failure',
      type: 'instant',
      value: row => row.failedAt,
      onScreen: 'chosen',
    },
    {
      key: 'failure',
      heading: 'Reason',
      type: 'text',
      value: row => row.failure,
      onScreen: 'never',
      fileWidth: 60,
    },
  ],
})
