import * as z from 'zod/mini'
import { endpoint } from '../../../contract/endpoint.ts'
import { personDetails } from '../../../contract/individual.ts'
import { command, revisionFrom } from '../../../contract/wire.ts'
import { storedDetails } from './profile.contract.ts'

// Apart from the profile, which screens read that change no details.

/** §6: people edit their own name, unless the client manages it. A conflict lists what others saved after `revision`. */
export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/my-profile/details',
  summary: 'Changes the caller’s name and contact details; repeating it changes nothing',
  access: 'signed-in',
  records: ['profile-changed'],
  body: command(z.object({ details: personDetails, revision: revisionFrom(0) })),
  reply: storedDetails,
})
