import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'

// The baseline: node:http and a prepared statement, without session, permissions, row-level security and validation.
const { connection, connections } = JSON.parse(process.argv[2] ?? '{}')
pg.types.setTypeParser(20, text => text)
pg.types.setTypeParser(1082, text => text)
const pool = new pg.Pool({ ...connection, max: connections })

/** The portal's queries without row-level security: the same rows, with the book in the condition. */
const baselineQueries = {
  statement: `
    select section,
      coalesce(sum(amount_minor) filter (where not is_end), 0)::bigint as before_minor,
      sum(case when is_end then amount_minor else -amount_minor end)::bigint as within_minor,
      sum(case when is_end then postings else -postings end)::bigint as rows_within,
      coalesce(sum(amount_minor) filter (where is_end and ledger = 'pending'), 0)::bigint as pending_minor,
      coalesce(sum(amount_minor) filter (where is_end and ledger = 'excluded'), 0)::bigint as excluded_minor,
      coalesce(sum(postings) filter (where is_end and ledger = 'excluded'), 0)::bigint as excluded_rows
    from (values (false, $2::date - 1), (true, $3::date)) edge (is_end, day)
      cross join lateral (
        select section, ledger, amount_minor, postings from posting_subtotal
          where book = 'npt' and account_id = $1 and period = 'year' and starts_on <= edge.day
        union all
        select section, ledger, -amount_minor, -postings from posting_subtotal
          where book = 'npt' and account_id = $1 and period = 'month' and starts_on > edge.day
            and starts_on < (date_trunc('year', edge.day::timestamp) + interval '1 year')::date
        union all
        select section, ledger, -amount_minor, -postings from posting_subtotal
          where book = 'npt' and account_id = $1 and period = 'day' and starts_on > edge.day
            and starts_on < (date_trunc('month', edge.day::timestamp) + interval '1 month')::date
      ) subtotal
    group by section`,
  rows: `
    select p.effective_date, k.transaction_type_name, g.charity_name as party_name, g.charity_id,
      coalesce(g.transaction_id, e.transaction_id) as transaction_id, e.comment, null::int as status_code,
      p.amount_minor, p.entry_id, p.line,
      (select coalesce(sum(case when is_end then postings else -postings end), 0)
        from (values (false, $3::date - 1), (true, $4::date)) edge (is_end, day)
          cross join lateral (
            select postings from posting_subtotal
              where book = 'npt' and account_id = $1 and section = $2 and period = 'year' and starts_on <= edge.day
            union all
            select -postings from posting_subtotal
              where book = 'npt' and account_id = $1 and section = $2 and period = 'month' and starts_on > edge.day
                and starts_on < (date_trunc('year', edge.day::timestamp) + interval '1 year')::date
            union all
            select -postings from posting_subtotal
              where book = 'npt' and account_id = $1 and section = $2 and period = 'day' and starts_on > edge.day
                and starts_on < (date_trunc('month', edge.day::timestamp) + interval '1 month')::date
          ) subtotal) as total
    from posting p
      join journal_entry e on e.book = p.book and e.entry_id = p.entry_id
      join entry_kind k on k.kind = e.kind
      left join grant_recommendation g on g.book = e.book and g.grant_id = e.grant_id
    where p.book = 'npt' and p.account_id = $1 and p.section = $2 and p.effective_date between $3 and $4
    order by p.effective_date desc, p.entry_id desc, p.line desc limit 11`,
} as const
type BaselineQuery = keyof typeof baselineQueries

async function answer(request: IncomingMessage): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://baseline')
  const name = url.pathname.slice(1) as BaselineQuery
  const values = [...url.searchParams.values()]
  const { rows } = await pool.query({ name, text: baselineQueries[name], values })
  return { data: rows }
}

const server = createServer((request, response) => {
  answer(request).then(
    body => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(body))
    },
    (error: unknown) => {
      response.writeHead(500)
      response.end(String(error))
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : null })
})
process.on('disconnect', () => process.exit(0))
