import pg from 'pg'

/** A read with a constant text and the parameters `$1`, `$2`, …. Its name identifies the prepared statement on each connection. */
export type NamedStatement = { name: string; text: string }

/**
 * A connection that many reads share. Each is sent at once, without waiting for the replies before it (PostgreSQL's pipeline mode),
 * so that the server's process finds the next read when it has finished one (docs/decisions/0048-read-pipeline.md).
 */
export type ReadPipeline = {
  /**
   * The rows of a read. Null if the connection is not open yet, has broken, or has made no progress for a while: the caller then
   * uses a connection of its own, so a read may run twice.
   *
   * @throws pg.DatabaseError if the statement fails.
   */
  read<Row>(statement: NamedStatement, values: readonly unknown[]): Promise<Row[] | null>
  close(): Promise<void>
}

/** Replies arrive in order, so a read waits for those before it: for this many at most, and while the last reply is this recent. */
const maxWaiting = 32
const maxSilenceMs = 25

/**
 * Whether the statement failed, and not the connection. A read that follows the first use of its statement expects it to be prepared by
 * then; if that failed, it gets invalid_sql_statement_name, which says nothing about itself.
 */
const isOfStatement = (error: Error): boolean =>
  error instanceof pg.DatabaseError && error.severity === 'ERROR' && error.code !== '26000'

type Callback<Row> = (error: Error | undefined, result: { rows: Row[] }) => void

/** Opens the connection at the first read, and anew at a read after it has broken. */
export function openReadPipeline(
  config: pg.ClientConfig,
  { namesStatements = true }: { namesStatements?: boolean } = {},
): ReadPipeline {
  let connection: Connection | null = null
  let isClosed = false
  return {
    read: async (statement, values) => {
      if ((connection === null || connection.isBroken()) && !isClosed)
        connection = connect(config, namesStatements)
      return (await connection?.send(statement, values)) ?? null
    },
    close: async () => {
      isClosed = true
      await connection?.close()
    },
  }
}

type Connection = {
  /** Null as for ReadPipeline. */
  send<Row>(statement: NamedStatement, values: readonly unknown[]): Promise<Row[] | null> | null
  isBroken(): boolean
  close(): Promise<void>
}

function connect(config: pg.ClientConfig, namesStatements: boolean): Connection {
  const client = new pg.Client({ ...config, pipeline: true })
  let state: 'opening' | 'open' | 'broken' = 'opening'
  const fail = () => {
    state = 'broken'
  }
  client.on('error', fail)
  client.on('end', fail)
  const opening = client.connect().then(() => {
    if (state === 'opening') state = 'open'
  }, fail)

  /** What ends the wait of each read that was sent and not answered, in their order. */
  const waiting: (() => void)[] = []
  let lastReplyMs = 0
  let timer: NodeJS.Timeout | undefined
  const isSilent = () => waiting.length > 0 && performance.now() - lastReplyMs > maxSilenceMs
  const watch = () => {
    // After the timer the event loop reads what has arrived, so that a busy moment of this process does not count as silence.
    timer ??= setTimeout(() => setImmediate(check), maxSilenceMs)
  }
  const check = () => {
    timer = undefined
    // The first runs, and would take as long elsewhere.
    if (isSilent()) for (const endWait of waiting.slice(1)) endWait()
    if (waiting.length > 0) watch()
  }

  const send = <Row>({ name, text }: NamedStatement, values: readonly unknown[]): Promise<Row[] | null> =>
    new Promise((resolve, reject) => {
      const callback: Callback<Row> = (error, result) => {
        waiting.shift()
        lastReplyMs = performance.now()
        if (!error) resolve(result.rows)
        else if (isOfStatement(error)) reject(error)
        else resolve(null)
      }
      if (waiting.length === 0) lastReplyMs = performance.now()
      waiting.push(() => resolve(null))
      watch()
      // A query object, because pg copies a configuration object property by property, which costs more than reading a row.
      client.query(
        Object.assign(new pg.Query(text, [...values]), { ...(namesStatements && { name }), callback }),
      )
    })
  return {
    send: (statement, values) =>
      state !== 'open' || waiting.length >= maxWaiting || isSilent() ? null : send(statement, values),
    isBroken: () => state === 'broken',
    close: async () => {
      await opening
      clearTimeout(timer)
      await client.end()
    },
  }
}
