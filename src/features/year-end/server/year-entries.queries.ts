import { type RawBuilder, sql } from 'kysely'
import type { IsoDate } from '../../../domain/dates.ts'

/** A fiscal year, both days included. */
export type Year = { from: IsoDate; to: IsoDate }

/**
 * What was given to each fund by each entry of the year; Gift Aid, which nobody gave, too. A reversal has the payer of what it
 * reverses. Where no payer is on record, the donors of the fund are. The postings are read fund by fund through their index: most entries of
 * a year give nothing.
 */
export const contributionEntries = ({ from, to }: Year): RawBuilder<unknown> => sql`
  select e.book, e.entry_id, e.transaction_id, e.effective_date, coalesce(r.kind, e.kind) as kind, e.kind = 'reversal' as is_reversal,
      p.account_id, a.fund_id, a.account_name, a.account_status, p.amount_minor, c.contribution_id, c.payer_kind,
      coalesce(c.payer_name, a.donor_name) as payer_name, coalesce(c.payer_address, '') as payer_address,
      md5(case when c.payer_name is null then 'fund ' || a.account_id
        else 'payer ' || lower(btrim(c.payer_name)) || ' ' || lower(btrim(coalesce(c.payer_address, ''))) end) as contributor,
      exists (select from contribution_receipt t where t.book = c.book and t.contribution_id = c.contribution_id
        and t.state = 'issued') as has_receipt
    from (
        select s.book, s.entry_id, s.account_id, sum(s.amount_minor)::bigint as amount_minor
          from fund_account f join posting s on s.book = f.book and s.account_id = f.account_id
          where s.section = 1 and s.effective_date between ${from}::date and ${to}::date
          group by s.book, s.entry_id, s.account_id) p
      join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
      left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
      join fund_account a on a.book = p.book and a.account_id = p.account_id
      left join lateral (
        select n.* from contribution n where n.book = e.book and n.entry_id = coalesce(r.entry_id, e.entry_id) limit 1) c on true`

/**
 * What each entry of the year added to the grants, by both methods: what was paid, less what came back; and what was approved, less
 * what was released and what came back. A payment counts for the first, its approval for the second.
 */
export const grantEntries = ({ from, to }: Year): RawBuilder<unknown> => sql`
  select e.entry_id, e.transaction_id, e.effective_date, coalesce(r.kind, e.kind) as kind, e.kind = 'reversal' as is_reversal,
      a.account_id, a.fund_id, a.account_name, a.account_status, g.grant_id, g.transaction_id as grant_number,
      coalesce(g.charity_id, '') as charity_id, g.charity_name, g.purpose_code, p.cash_minor, p.accrual_minor,
      exists (select from payment y where y.book = g.book and y.grant_id = g.grant_id and y.letter is not null
        and y.removed_at is null and y.rejected_at is null) as has_letter
    from (
        select s.book, s.entry_id, coalesce(sum(s.amount_minor) filter (where s.ledger = 'granted'), 0)::bigint as cash_minor,
            sum(s.amount_minor)::bigint as accrual_minor
          from posting s where s.account_id is null and s.ledger in ('granted', 'commitments')
            and s.effective_date between ${from}::date and ${to}::date
          group by s.book, s.entry_id) p
      join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
      left join journal_entry r on r.book = e.book and r.entry_id = e.reverses_entry_id
      left join grant_recommendation g on g.book = e.book and g.grant_id = coalesce(e.grant_id, r.grant_id)
      left join lateral (
        select s.account_id from posting s
          where g.grant_id is null and s.book = e.book and s.entry_id = e.entry_id and s.account_id is not null limit 1) f on true
      left join fund_account a on a.book = e.book and a.account_id = coalesce(g.account_id, f.account_id)`

/** What was given besides money, by type; the parts of each entry add up to its amount, as its assets were valued. */
export const noncashEntries = (year: Year): RawBuilder<unknown> => sql`
  select c.entry_id, c.is_reversal, t.noncash, t.amount_minor from (${contributionEntries(year)}) c
    left join lateral (
      select sum(h.gift_value_minor)::bigint as amount_minor from contribution_holding h
        where h.book = c.book and h.contribution_id = c.contribution_id) v on true
    join lateral (
      select case when h.property in ('listed', 'fund-shares') then 'publicly-traded'
            when h.property = 'private-shares' then 'closely-held' else 'other' end as noncash,
          (sum(h.gift_value_minor) * sign(c.amount_minor))::bigint as amount_minor
        from contribution_holding h
        where h.book = c.book and h.contribution_id = c.contribution_id and v.amount_minor = abs(c.amount_minor) group by 1
      union all
      select case when c.kind = 'contribution_illiquid' then 'other' else 'publicly-traded' end, c.amount_minor
        where v.amount_minor is distinct from abs(c.amount_minor)) t on true
    where c.kind in ('contribution_securities', 'contribution_illiquid')`
