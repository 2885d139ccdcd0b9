import { randomBytes } from 'node:crypto'
import { hashOfCookie } from '../../src/server/auth/load-principal.ts'
import { tokenLifetimeMs, tokenSigner } from '../../src/server/auth/token.ts'
import type { BenchDatabase } from '../bench.ts'

/** Creates a super user of a client (default: npt) with a session that has just been verified. Returns the headers of their requests. */
export async function signedIn(
  { databases, secret }: BenchDatabase,
  name = 'bench',
  client = 'npt',
): Promise<{ userId: string; headers: Record<string, string> }> {
  const realm = databases.realm(client)
  const user = await realm
    .insertInto('app_user')
    .values({
      has_access: true,
      sso_id: `${name}@${client}.example`,
      email: `${name}@${client}.example`,
      first_name: 'Bench',
      last_name: 'Reader',
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await databases
    .accessAdmin(client)
    .insertInto('user_role')
    .values({
      user_id: user.user_id,
      role_code: 'super_user',
      all_actions: true,
      state: 'active',
      second_person: 'waived',
      reason: 'Benchmark',
    })
    .execute()
  const cookie = randomBytes(32).toString('base64url')
  const expiresAtMs = Date.now() + tokenLifetimeMs
  const session = await realm
    .insertInto('session')
    .values({
      user_id: user.user_id,
      client,
      cookie_hash: hashOfCookie(cookie),
      expires_at: new Date(expiresAtMs),
      factor_verified_at: new Date(),
    })
    .returning('session_id')
    .executeTakeFirstOrThrow()
  const token = tokenSigner(secret, client).sign({ sessionId: session.session_id, expiresAtMs }, cookie)
  return {
    userId: user.user_id,
    headers: {
      host: `${client}.localhost:3000`,
      cookie: `almoner-session=${cookie}`,
      authorization: `Bearer ${token}`,
    },
  }
}
