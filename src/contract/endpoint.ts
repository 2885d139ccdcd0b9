import type * as z from 'zod/mini'
import type { AuditKind } from './audit-kinds.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may call: anyone; anyone with a session, even during a forced e-mail change (§4); anyone logged in with access; anyone who holds
 * the permission on the account; or one of several permissions, where the handler checks which one the object takes.
 */
export type Access = Permission | readonly Permission[] | 'public' | 'session' | 'signed-in'

type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never

type Schema = z.ZodMiniType
type ObjectSchema = z.ZodMiniObject

/**
 * One API call as data, shared by server and browser. `path` names its parameters in braces. An endpoint whose path has
 * `{fundId}` acts on that account, and `access` is checked against the caller's roles on it.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  access: Access
  params?: ObjectSchema
  query?: ObjectSchema
  body?: Schema
  /** The endpoint takes a file instead of a JSON body. Callers without access are refused before any of it is read. */
  upload?: { maxBytes: number }
  reply: Schema
  /** The endpoint replies with a file instead of JSON; `reply` is then `fileReply`. */
  file?: true
  /**
   * Whether the amounts of the body are bounded by a stored amount instead of the client's limit: a client that lowers its limit must
   * still be able to record what comes back of a larger grant.
   */
  amountsOfRecord?: true
  /** Whether the call may also change an account that was entered and is not active yet (§16). */
  changesEntered?: true
  /**
   * Whether the call must carry an Idempotency-Key header: it runs once, in one transaction with its key, and a repeat gets the first
   * reply (docs/decisions/0049-idempotent-commands.md). Its handler gets that transaction as `db` and must call nothing outside it.
   * `own-row`: the command stores the key with the row that it makes and recognizes repeats itself, because its transaction spans two
   * books, or is the realm's.
   */
  idempotent?: true | 'own-row'
  /** The event that an idempotent command leaves in the audit log: the pipeline writes it, in the command's transaction. */
  audit?: AuditKind
  /** The event instead of `audit` where the command waits for a second person: its reply then names the `postingRequest`. */
  auditWhenFiled?: AuditKind
  /**
   * The events of any other command that decides or pays. It writes them itself, in its transaction and with the session, because they
   * depend on what it does; one that changes nothing leaves none (docs/decisions/0061-roles-and-events.md).
   */
  records?: readonly AuditKind[]
  /**
   * Whether the command changes who may do what: its handler gets `accessDb`, the one connection that may
   * (docs/decisions/0072-users-and-rights.md).
   */
  changesAccess?: true
  /**
   * Whether the caller must have verified their identity in the last five minutes. The browser asks for it and repeats the call
   * (docs/decisions/0015-step-up.md). Where it depends on the input, the handler calls `requireStepUp` instead.
   */
  stepUp?: true
  /**
   * Whether a POST changes nothing that another tab shows: it only reads, begins something, or saves what is being typed. After every
   * other one the browser's other tabs fetch again what they show (docs/decisions/0014-idle-and-tabs.md).
   */
  silent?: true
}

/** Neither reads nor public calls can require step-up. */
type SoundStepUp<E extends Endpoint> = E['stepUp'] extends true
  ? E['method'] extends 'GET'
    ? { stepUp: 'only commands may require step-up' }
    : E['access'] extends 'public'
      ? { stepUp: 'a public endpoint has no person to verify' }
      : unknown
  : unknown

/** A path's parameters must be exactly those of `params`; a mismatch does not compile. */
type Sound<E extends Endpoint> = SoundStepUp<E> & SoundParams<E> & SoundUpload<E> & SoundFiling<E>

/** A command that may be filed says in its reply whether it was. */
type SoundFiling<E extends Endpoint> = E['auditWhenFiled'] extends AuditKind
  ? Out<E['reply']> extends { postingRequest: unknown }
    ? unknown
    : { auditWhenFiled: 'the reply has no postingRequest' }
  : unknown

type SoundUpload<E extends Endpoint> = E['upload'] extends object
  ? E['method'] extends 'GET'
    ? { upload: 'only commands carry a file' }
    : E['body'] extends Schema
      ? { upload: 'a request has one body: say the rest in the query' }
      : unknown
  : unknown

type SoundParams<E extends Endpoint> = [ParamsIn<E['path']>] extends [never]
  ? E['params'] extends ObjectSchema
    ? { params: 'the path has no parameters' }
    : unknown
  : E['params'] extends ObjectSchema
    ? [ParamsIn<E['path']>] extends [keyof z.output<E['params']>]
      ? [keyof z.output<E['params']>] extends [ParamsIn<E['path']>]
        ? unknown
        : { params: 'params must describe each parameter of the path' }
      : { params: 'params lack what the path names' }
    : { params: 'the path has parameters, so params is needed' }

export const endpoint = <const E extends Endpoint>(declared: E & Sound<E>): E => declared

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

/** A file that arrived completely. It is on disk, so that files that wait hold no memory. */
export type ReceivedUpload = {
  /** In bytes; never 0. */
  size: number
  sha256: Uint8Array
  /** All bytes at once. The caller owns them. */
  read(): Promise<Uint8Array<ArrayBuffer>>
  parts(): AsyncIterable<Uint8Array>
}

/** The parsed input of a handler. */
export type HandlerInput<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  upload: E['upload'] extends object ? ReceivedUpload : undefined
}

/** The content of an upload: the browser's file, or bytes. */
export type Upload = Blob | Uint8Array<ArrayBuffer>

type Part<Name extends string, S> = S extends Schema
  ? Partial<z.input<S>> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }
  : unknown

/** The input of a caller, without parts that the endpoint lacks. Bodies use the program's own types (bigint money). */
export type Sent<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  (E['body'] extends Schema ? { body: z.output<E['body']> } : unknown) &
  (E['upload'] extends object ? { upload: Upload } : unknown)

export type Reply<E extends Endpoint> = z.output<E['reply']>
export type WireReply<E extends Endpoint> = In<E['reply']>
