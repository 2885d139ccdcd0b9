import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

/**
 * Who may call: anyone; anyone with a session, even one that may do nothing but leave (§4, forced e-mail change);
 * anyone signed in with access; or whoever holds the action on the account in question.
 */
export type Access = Permission | 'public' | 'session' | 'signed-in'

type ParamsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamsIn<Rest>
  : never

type Schema = z.ZodMiniType
type ObjectSchema = z.ZodMiniObject

/**
 * One call of the API as data, shared by server and browser. `path` names its parameters in braces; an endpoint whose
 * path has `{fundId}` acts on that fund account, and `access` is then asked of the caller's roles there.
 */
export type Endpoint = {
  method: 'GET' | 'POST'
  path: `/api/${string}`
  summary: string
  access: Access
  params?: ObjectSchema
  query?: ObjectSchema
  body?: Schema
  /** A file instead of a body: its bytes as they stand. Whoever may not send one is refused before any of it is read. */
  upload?: { bytesAtMost: number }
  reply: Schema
  /** Whether the call must carry an Idempotency-Key header, so that a repeat of it is harmless. */
  idempotent?: true
  /**
   * Whether the caller must have proved within the last five minutes that it is them; the browser asks, and repeats the
   * call (docs/decisions/0015-step-up.md). Where it hangs on what is sent, the handler calls `requireStepUp` instead.
   */
  stepUp?: true
}

/** What a person is merely shown asks for no proof, and what nobody signed in for has nobody to ask. */
type SoundStepUp<E extends Endpoint> = E['stepUp'] extends true
  ? E['method'] extends 'GET'
    ? { stepUp: 'only commands ask for proof' }
    : E['access'] extends 'public'
      ? { stepUp: 'a public endpoint has nobody to ask' }
      : unknown
  : unknown

/** A path's parameters must be exactly those that `params` describes; a mistake does not compile. */
type Sound<E extends Endpoint> = SoundStepUp<E> & SoundParams<E> & SoundUpload<E>

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
        : { params: 'params describe what the path lacks' }
      : { params: 'params lack what the path names' }
    : { params: 'the path has parameters, so params is needed' }

export const endpoint = <const E extends Endpoint>(declared: E & Sound<E>): E => declared

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

/** What a handler is given, parsed. */
export type Given<E extends Endpoint> = {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
  upload: E['upload'] extends object ? Uint8Array : undefined
}

/** A file on its way: the browser's, or bytes in hand. */
export type Upload = Blob | Uint8Array<ArrayBuffer>

type Part<Name extends string, S> = S extends Schema
  ? Partial<z.input<S>> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }
  : unknown

/** What a caller sends; parts that the endpoint lacks are left out. Bodies are written with the program's own types (bigint money). */
export type Sent<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  (E['body'] extends Schema ? { body: z.output<E['body']> } : unknown) &
  (E['upload'] extends object ? { upload: Upload } : unknown)

export type Reply<E extends Endpoint> = z.output<E['reply']>
export type WireReply<E extends Endpoint> = In<E['reply']>
