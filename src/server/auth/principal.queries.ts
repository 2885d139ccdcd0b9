import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import type { AccountRole } from '../../domain/account-roles.ts'
import type { IsoDate } from '../../domain/dates.ts'
import { shortRead } from '../db/statement.ts'
import type { RoleGrant } from './role-permissions.ts'

export type CookieState = 'current' | 'unused' | 'former'

/** How long the former secret of a cookie is valid after the first use of the new one. */
const formerCookieSeconds = 30

/** The condition that a session (`s`) has this cookie, and what it is worth. `cookie` and `now` are SQL expressions. */
export const cookieSql = {
  matches: (cookie: string, now: string) =>
    `(s.cookie_hash = ${cookie} or (s.former_cookie_hash = ${cookie}
      and coalesce(s.cookie_used_at > ${now}::timestamptz - interval '${formerCookieSeconds} seconds', true)))`,
  state: (cookie: string) =>
    `case when s.cookie_hash <> ${cookie} then 'former'
      when s.former_cookie_hash is not null and s.cookie_used_at is null then 'unused' else 'current' end`,
  since: 'coalesce(s.cookie_replaced_at, s.created_at)',
} as const

/** The condition that a right (`r`, a row of user_role) is in force at a time, an SQL expression. */
const isInForce = (now: string) =>
  `(r.state = 'active' and coalesce(r.valid_from <= ${now}, true) and coalesce(r.valid_until > ${now}, true))`

/** The person of a session and, if the request names one, the fund account with their roles on it. */
export type Principal = {
  user_id: string
  /** Identifies the person in notifications of access changes (0009_access_notifications.sql). */
  user_digest: string
  last_seen_at: Date
  expires_at: Date
  /** Which secret of the session the request's cookie has: the current one, one that was never used before, or the former one. */
  cookie_state: CookieState
  /** When the current secret was created. */
  cookie_since: Date
  /** The last step-up or login of this session. Changes are not announced, so only commands, which bypass the cache, may use it. */
  factor_verified_at: Date | null
  first_name: string
  last_name: string
  email: string
  has_access: boolean
  force_email_change: boolean
  realm_grants: RoleGrant[]
  /** When the next right of the person begins or ends by itself; null: none does. No notification announces it. */
  rights_change_at: Date | null
  account_id: string | null
  account_name: string | null
  opened_on: IsoDate | null
  account_status: AccountStatus | null
  write_access: boolean | null
  advisor_may_grant: boolean | null
  account_roles: AccountRole[]
}

/** `cookie` null: whatever cookie the session has now. Parameters: fundId, session, client, now, cookie. */
const principalText = (cookie: { state: string; matches: string } | null) => `
  select u.user_id, md5(u.user_id::text) as user_digest, s.last_seen_at, s.expires_at, s.factor_verified_at,
    ${cookie?.state ?? "'current'"} as cookie_state, ${cookieSql.since} as cookie_since, u.first_name, u.last_name, u.email,
    u.has_access, u.force_email_change,
    coalesce((select json_agg(json_build_object('role', r.role_code, 'actions', r.actions))
      from user_role r where r.user_id = s.user_id and r.role_code <> 'service_team' and ${isInForce('$4')}), '[]') as realm_grants,
    (select min(t.at) from user_role r cross join lateral (values (r.valid_from), (r.valid_until)) as t (at)
      where r.user_id = s.user_id and r.state = 'active' and t.at > $4) as rights_change_at,
    a.account_id, a.account_name, a.opened_on, a.account_status, a.write_access, a.advisor_may_grant,
    array(select r.account_role_code
      from party p join account_relationship r on r.book = p.book and r.party_id = p.party_id
      where p.user_id = s.user_id and r.ended_at is null
        and ($1::bigint = 0 or r.account_id = a.account_id)
      union all select 'service_team' from user_role r
        where r.user_id = s.user_id and r.role_code = 'service_team' and r.served_book = book() and ${isInForce('$4')}
          and ($1::bigint = 0 or a.account_id is not null)) as account_roles
  from session s
    join app_user u on u.realm = s.realm and u.user_id = s.user_id
    left join fund_account a on a.fund_id = $1::bigint
  where s.session_id = $2::uuid and ${cookie?.matches ?? 'true'}
    and s.client = $3 and s.ended_at is null and s.expires_at > $4`

export const selectPrincipal = shortRead<
  Principal,
  [fundId: number, sessionId: string, client: string, now: Date, cookieHash: Buffer]
>(principalText({ state: cookieSql.state('$5'), matches: cookieSql.matches('$5', '$4') }))

/** The same without the cookie: whether a request that was admitted with it would still be, once the session's cookie was replaced. */
export const selectPrincipalOfSession = shortRead<
  Principal,
  [fundId: number, sessionId: string, client: string, now: Date]
>(principalText(null))
