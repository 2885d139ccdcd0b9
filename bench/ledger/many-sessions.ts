import { randomBytes } from 'node:crypto'
import { hashOfCookie } from '../../src/server/auth/load-principal.ts'
import { tokenLifetimeMs, tokenSigner } from '../../src/server/auth/token.ts'
import type { BenchDatabase } from '../bench.ts'

export type FundSession = { fundId: string; accountId: string; headers: Record<string, string> }

/** Gives each fund of npt a donor with a session. Writes as administrator, because the benchmark measures reads. */
export async function makeSessions({ admin, secret }: BenchDatabase): Promise<FundSession[]> {
  const { rows: people } = await admin.query<{ fund_id: string; account_id: string; user_id: string }>(
    `with fund as (select fund_id, account_id, uuidv7() as user_id, uuidv7() as party_id from fund_account where book = 'npt'),
       person as (insert into app_user (realm, user_id, has_access, sso_id, email, first_name, last_name)
         select 'npt', user_id, true, fund_id || '@bench.example', fund_id || '@bench.example', 'Bench', 'Donor' from fund),
       contact as (insert into party (book, party_id, user_id, name) select 'npt', party_id, user_id, 'Bench Donor' from fund returning party_id)
     select fund_id::text, account_id, user_id, party_id from fund`,
  )
  await admin.query(
    `insert into account_relationship (book, account_id, party_id, account_role_code, since)
     select 'npt', a.account_id, p.party_id, 'donor', current_date
     from unnest($1::uuid[], $2::uuid[]) a (account_id, user_id) join party p on p.book = 'npt' and p.user_id = a.user_id`,
    [people.map(each => each.account_id), people.map(each => each.user_id)],
  )
  const cookies = people.map(() => randomBytes(32).toString('base64url'))
  const expiresAtMs = Date.now() + tokenLifetimeMs
  const { rows: sessions } = await admin.query<{ user_id: string; session_id: string }>(
    `insert into session (realm, user_id, client, cookie_hash, login_currency, chosen_currency, expires_at)
     select 'npt', s.user_id, 'npt', s.cookie_hash, 'USD', 'USD', $3 from unnest($1::uuid[], $2::bytea[]) s (user_id, cookie_hash)
     returning user_id, session_id`,
    [people.map(each => each.user_id), cookies.map(hashOfCookie), new Date(expiresAtMs)],
  )
  await admin.query('vacuum (analyze) app_user, party, account_relationship, session')
  const sessionOf = new Map(sessions.map(each => [each.user_id, each.session_id]))
  const signer = tokenSigner(secret, 'npt')
  return people.map(({ user_id, fund_id, account_id }, index) => ({
    fundId: fund_id,
    accountId: account_id,
    headers: {
      host: 'npt.localhost:3000',
      cookie: `almoner-session=${cookies[index]}`,
      authorization: `Bearer ${signer.sign({ sessionId: sessionOf.get(user_id) ?? '', expiresAtMs })}`,
    },
  }))
}
