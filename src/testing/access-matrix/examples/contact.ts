import { randomUUID } from 'node:crypto'
import { getBotCheck, sendMessage, sendVisitorMessage } from '../../../features/contact/contact.contract.ts'
import { command, type Example, example } from './example.ts'

export const contactExamples: readonly Example[] = [
  example(getBotCheck, { needs: 'public', sent: () => ({}), contains: () => 'altcha' }),
  example(sendVisitorMessage, {
    needs: 'public',
    sent: () => ({
      body: command({
        topic: 'other' as const,
        message: 'Good morning.',
        name: 'Ada Winslow',
        phone: '',
        replyTo: `${randomUUID()}@npt.example`,
        botCheck: { service: 'turnstile' as const, token: 'of another service' },
      }),
    }),
    status: 400,
  }),
  example(sendMessage, {
    needs: 'session',
    sent: () => ({
      body: command({
        topic: 'other' as const,
        message: 'Good morning.',
        replyTo: 'ada@npt.example',
        aboutFund: false,
      }),
    }),
    contains: () => 'number',
  }),
]
